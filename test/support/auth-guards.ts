/** The guards of the account plugins against takeovers, each with an edit that removes it and the attack that it stops. */

/** A replacement in a file of a generated project. The file must contain the text exactly once. */
interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A guard of a generated project. */
export interface Guard {
  /** The result for an attacker without the guard. */
  readonly attack: string;
  /** Removes the guard, and each check that would also stop the attack. */
  readonly edits: readonly Edit[];
  /** The file of the attack, below `test` of the generated project. */
  readonly file: string;
  /** The test that performs the attack; part of its full name. */
  readonly test: string;
  /** How the test reports that the attack succeeded. */
  readonly failure: RegExp;
}

/** The outcome of a test in a generated project. */
export interface Outcome {
  readonly name: string;
  readonly status: string;
  readonly message: string;
}

const jwt = 'server/lib/auth';
const nextauth = 'server/lib/auth-nextauth';
const administration = `${jwt}/administration.ts`;
const signin = 'server/routes/auth-nextauth/signin.ts';

/** A constant instead of a random number for each attempt. */
const withoutNonce: Edit = { file: signin, from: 'nonce: randomNonce()', to: "nonce: 'other'" };
const withoutPkce: readonly Edit[] = [
  { file: signin, from: '...(!provider.rejectsPkce && {', to: '...(provider.id === undefined && {' },
  {
    file: `${nextauth}/identity.ts`,
    from: '...(!provider.rejectsPkce && { pkceCodeVerifier: attempt.verifier }),',
    to: '',
  },
];

export const guards: readonly Guard[] = [
  {
    attack: 'keeps the password of an account that was registered with the address of another person',
    edits: [{ file: `${jwt}/proof.ts`, from: ', ...(password ? {} : { password: noPassword })', to: '' }],
    file: 'auth/prepared-accounts.test.ts',
    test: 'a verified address removes the password of the attacker',
    failure: /expected 200 to be 401/u,
  },
  {
    attack: 'keeps the session of an account that was registered with the address of another person',
    edits: [{ file: `${jwt}/proof.ts`, from: 'await tx.session.deleteMany(', to: 'await tx.session.count(' }],
    file: 'auth/prepared-accounts.test.ts',
    test: 'a verified address ends the sessions of the attacker',
    failure: /expected 200 to be 401/u,
  },
  {
    attack: 'keeps another way in that was added before the owner proved the address',
    edits: [
      { file: `${jwt}/proof.ts`, from: "  await dropMethods(userId, { keep: ['pwd'], sessionId, tx });\n", to: '' },
    ],
    file: 'auth/prepared-accounts.test.ts',
    test: 'a new password removes other ways in',
    failure: /to not include/u,
  },
  {
    attack: 'keeps an authenticator app when another session proves the address',
    edits: [{ file: `${jwt}/totp.ts`, from: 'if (isOther) await', to: 'if (isOther && kept === undefined) await' }],
    file: 'auth/own-session.test.ts',
    test: 'removes the app of a session when the address is verified in another session',
    failure: /expected \{ apps: 1/u,
  },
  {
    attack: 'uses the link for a new password twice',
    edits: [
      {
        file: `${jwt}/auth-tokens.ts`,
        from: 'const { count } = await db.authToken.deleteMany({',
        to: 'const count = await db.authToken.count({',
      },
      // A new password also invalidates the other links.
      { file: `${jwt}/proof.ts`, from: "['password_reset', ", to: '[' },
      { file: 'server/routes/auth/password-reset.ts', from: "['password_reset', ", to: '[' },
    ],
    file: 'auth/password-reset.test.ts',
    test: 'accepts a link once of twenty concurrent requests',
    failure: /expected \[ 204, 204/u,
  },
  {
    attack: 'sets a password with the link that verifies an address',
    edits: [
      { file: `${jwt}/auth-tokens.ts`, from: 'record?.purpose !== purpose ||', to: 'record === null ||' },
      { file: `${jwt}/auth-tokens.ts`, from: 'tokenHash: hashOf(token), purpose,', to: 'tokenHash: hashOf(token),' },
    ],
    file: 'auth/password-reset.test.ts',
    test: 'refuses expired, foreign, replaced and unknown links alike',
    failure: /expected \{ status: 204/u,
  },
  {
    attack: 'changes the address in a stolen session',
    edits: [
      {
        file: 'server/routes/auth/email-change.ts',
        from: '  await requireCurrentPassword(req, res, check);\n',
        to: '  void check;\n',
      },
    ],
    file: 'auth/email-change.test.ts',
    test: 'requires a session and the current password',
    failure: /expected \{ status: 202/u,
  },
  {
    attack: 'removes the second factor in a stolen session',
    edits: [{ file: `${jwt}/recent.ts`, from: 'throw recentSignInRequired();', to: 'void recentSignInRequired();' }],
    file: 'auth/totp.test.ts',
    test: 'requires a recent sign-in to change the second factor',
    failure: /expected \[ 'totp\/setup', 409/u,
  },
  {
    attack: 'signs in with a code of an authenticator app that was used before',
    edits: [
      {
        file: `${jwt}/totp.ts`,
        from: 'step !== undefined && (await takeStep(userId, step))',
        to: 'step !== undefined',
      },
    ],
    file: 'auth/totp.test.ts',
    test: 'accepts a code once',
    failure: /expected \[ 200, 200 \]/u,
  },
  {
    attack: 'signs in with the password only',
    edits: [{ file: `${jwt}/sign-in.ts`, from: 'secondFactor.length > 0', to: 'secondFactor.length > 9' }],
    file: 'auth/totp.test.ts',
    test: 'sends no tokens before the second factor',
    failure: /expected \{ user/u,
  },
  {
    attack: 'signs a person in to the account of another person with a link',
    edits: [
      {
        file: 'server/routes/auth/magic-verify.ts',
        from: "if (!isMarkedBrowser(req, found.data.browser ?? '')) {",
        to: 'if (!isMarkedBrowser) {',
      },
    ],
    file: 'auth/magic-link.test.ts',
    test: 'refuses the link in another browser',
    failure: /expected \[ 200, undefined \]/u,
  },
  {
    attack: 'uses the session of a disabled user',
    edits: [{ file: `${jwt}/sessions.ts`, from: ' || session.disabledAt !== null', to: '' }],
    file: 'auth/sign-in.test.ts',
    test: 'refuses the sessions of a disabled user',
    failure: /expected 200 to be 401/u,
  },
  {
    attack: 'disables the last SUPER_ADMIN',
    edits: [
      { file: administration, from: 'if (actor.id === target.id)\n', to: 'if (actor === target)\n' },
      { file: administration, from: 'if (actor.id === target.id || !hasRole', to: 'if (!hasRole' },
      { file: administration, from: '(await superAdmins(tx)) === 0', to: '(await superAdmins(tx)) < 0' },
    ],
    file: 'auth/administration.test.ts',
    test: 'the last SUPER_ADMIN cannot be disabled',
    failure: /expected \[ 204/u,
  },
  {
    attack: 'changes an administrator of a higher rank',
    edits: [{ file: administration, from: 'if (!isAllowed(actor, target)) throw', to: 'if (!isAllowed) throw' }],
    file: 'auth/administration.test.ts',
    test: 'DELETE /:id/sessions of ADMIN on USER, ADMIN and SUPER_ADMIN',
    failure: /expected \[ 'ok', 'ok', 'ok' \]/u,
  },
  {
    attack: 'signs in to an account with an unverified address at a provider',
    edits: [
      {
        file: `${nextauth}/accounts.ts`,
        from: "if (!identity.isVerified) throw new SignInError('email_unverified');",
        to: '',
      },
      {
        file: `${nextauth}/accounts.ts`,
        from: "if (await isTaken(address)) throw new SignInError('account_exists');",
        to: `const known = await db.user.findUnique({ where: { email: address }, select: { id: true } });
  if (known !== null) {
    await db.account.create({ data: { ...columnsOf(identity), userId: known.id } });
    return { userId: known.id, isNew: false };
  }`,
      },
    ],
    file: 'auth-nextauth/linking.test.ts',
    test: 'never connects by the address of a user with a password, unverified at the provider',
    failure: /expected \{ status: 303, location: '\/' \}/u,
  },
  {
    attack: 'connects the provider of another person to an invited account',
    edits: [
      {
        file: `${nextauth}/accounts.ts`,
        from: 'invited !== undefined && invited !== address',
        to: "invited === ''",
      },
    ],
    file: 'auth-nextauth/invitation.test.ts',
    test: 'refuses an account of a provider with another address',
    failure: /expected \{ status: 303, location: '\/' \}/u,
  },
  {
    attack: 'connects a provider to the session of another user',
    edits: [
      {
        file: 'server/routes/auth-nextauth/callback.ts',
        from: 'if (session?.id !== sessionId)',
        to: 'if (session === undefined)',
      },
    ],
    file: 'auth-nextauth/linking.test.ts',
    test: 'does not connect as another user',
    failure: /expected \{ status: 303, location: '\/account' \}/u,
  },
  {
    attack: 'gives a browser the answer of another attempt (state)',
    edits: [
      { file: `${nextauth}/attempts.ts`, from: 'attempt?.state !== state ||', to: 'attempt === undefined ||' },
      {
        file: `${nextauth}/identity.ts`,
        from: 'expectedState: attempt.state',
        to: "expectedState: query.split('state=')[1]?.slice(0, 43)",
      },
      ...withoutPkce,
      withoutNonce,
    ],
    file: 'auth-nextauth/answers.test.ts',
    test: 'refuses a cookie with the token of another attempt',
    failure: /expected \{ status: 303, location: '\/' \}/u,
  },
  {
    attack: 'signs in with the ID token of another sign-in (nonce)',
    edits: [withoutNonce],
    file: 'auth-nextauth/answers.test.ts',
    test: 'refuses an answer with the nonce of another sign-in',
    failure: /expected \{ status: 303, location: '\/' \}/u,
  },
  {
    attack: 'signs in with the stolen code of another sign-in (PKCE)',
    edits: withoutPkce,
    file: 'auth-nextauth/answers.test.ts',
    test: 'refuses the code of another sign-in',
    failure: /expected \{ status: 303, location: '\/' \}/u,
  },
  {
    attack: 'uses a challenge of a passkey twice',
    edits: [
      {
        file: 'server/lib/auth-passkey/challenges.ts',
        from: 'const { count } = await db.passkeyChallenge.deleteMany({',
        to: 'const count = await db.passkeyChallenge.count({',
      },
    ],
    file: 'auth-passkey/passkeys.test.ts',
    test: 'accepts a challenge once',
    failure: /expected \[ 200, 200 \]/u,
  },
  {
    attack: 'redirects to another site after a sign-in with a provider',
    edits: [
      {
        file: `${nextauth}/next.ts`,
        from: "url.origin !== origin || url.pathname.startsWith('//')",
        to: 'url.origin !== origin',
      },
    ],
    file: 'auth-nextauth/requests.test.ts',
    test: 'opens only paths of this site afterwards: "/..//evil.example"',
    failure: /expected '\/\/evil/u,
  },
  {
    attack: 'redirects to another site after a sign-in',
    edits: [
      {
        file: 'client/lib/auth/next.ts',
        from: "origin !== here || pathname.startsWith('//')",
        to: "pathname === '//'",
      },
    ],
    file: 'auth/client-next.test.tsx',
    test: 'replaces "/..//evil.example" with the home page',
    failure: /expected '\/\/evil/u,
  },
];
