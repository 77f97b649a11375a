import { lineWidth } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { printJson } from '../json.ts';

const linter = {
  $schema: './node_modules/oxlint/configuration_schema.json',
  plugins: ['typescript', 'unicorn', 'import', 'react', 'promise', 'vitest', 'oxc'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'import/no-unassigned-import': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'react/react-in-jsx-scope': 'off',
    'unicorn/consistent-function-scoping': 'off',
  },
  ignorePatterns: ['dist', 'node_modules', 'server/generated/prisma'],
};

/** The format of project files. */
export const formatOptions = { printWidth: lineWidth, singleQuote: true } as const;

/** The formatter ignores files that tools write. */
const formatter = {
  $schema: './node_modules/oxfmt/configuration_schema.json',
  ...formatOptions,
  ignorePatterns: [
    '.genlock',
    'dist',
    'genlock.json',
    'genlock.lock.json',
    'genlock.policy.json',
    'package-lock.json',
    'prisma/migrations',
    'server/generated/prisma',
  ],
};

const editor = `root = true

[*]
charset = utf-8
end_of_line = lf
indent_style = space
indent_size = 2
insert_final_newline = true
max_line_length = ${lineWidth}
trim_trailing_whitespace = true
`;

/** The configuration of linter, formatter and editor, with one common style. */
export const codeStyle: Emitter = function* () {
  yield { path: '.oxlintrc.json', content: printJson(linter) };
  yield { path: '.oxfmtrc.json', content: printJson(formatter) };
  yield { path: '.editorconfig', content: editor };
};
