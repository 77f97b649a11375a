import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cookieValue, newPassword, refreshCookie, register, type Person } from '../../support/auth-people.ts';
import { describeAuth } from '../../support/auth-suite.ts';

/** One device of a user, as it has to be. */
interface Device {
  access: string;
  refresh: string;
  /** The token before the current one. */
  previous: string | undefined;
  alive: boolean;
}

interface World {
  readonly person: Person;
  password: string;
  readonly devices: Device[];
}

const step = fc.tuple(
  fc.constantFrom(
    'login',
    'refresh',
    'replay body',
    'replay cookie',
    'logout',
    'end others',
    'end all',
    'password',
    'wrong',
  ),
  fc.nat(9),
);

describeAuth(
  'any life of a user',
  ({ send }) => {
    const token = async (device: Device) => (await send('GET /me', { token: device.access })).status;

    const steps: Readonly<Record<string, (world: World, device: Device) => Promise<void>>> = {
      login: async (world) => {
        const { email } = world.person;
        const answer = await send('POST /login', { body: { email, password: world.password } });
        expect(answer.status).toBe(200);
        const { accessToken: access = '', refreshToken: refresh = '' } = answer.json;
        world.devices.push({ access, refresh, previous: undefined, alive: true });
      },
      refresh: async (_, device) => {
        const answer = await send('POST /refresh', { body: { refreshToken: device.refresh } });
        expect(answer.status).toBe(device.alive ? 200 : 401);
        if (!device.alive) return;
        device.previous = device.refresh;
        device.access = answer.json.accessToken ?? '';
        device.refresh = answer.json.refreshToken ?? '';
      },
      'replay body': async (_, { previous }) => {
        if (previous === undefined) return;
        expect((await send('POST /refresh', { body: { refreshToken: previous } })).status).toBe(401);
      },
      'replay cookie': async (_, { previous, alive, refresh }) => {
        if (previous === undefined) return;
        const answer = await send('POST /refresh', { cookie: refreshCookie(previous) });
        expect(answer.status).toBe(alive ? 200 : 401);
        if (alive) expect(cookieValue(answer, 'refresh_token')).toBe(refresh);
      },
      logout: async (_, device) => {
        expect((await send('POST /logout', { body: { refreshToken: device.refresh } })).status).toBe(204);
        device.alive = false;
      },
      'end others': async ({ devices }, device) => {
        const answer = await send('DELETE /sessions', { token: device.access });
        expect(answer.status).toBe(device.alive ? 204 : 401);
        if (device.alive) for (const other of devices) other.alive &&= other === device;
      },
      'end all': async ({ devices }, device) => {
        const answer = await send('DELETE /sessions', { token: device.access, query: 'all=true' });
        expect(answer.status).toBe(device.alive ? 204 : 401);
        if (device.alive) for (const other of devices) other.alive = false;
      },
      password: async (world, device) => {
        const next = newPassword();
        const body = { currentPassword: world.password, newPassword: next };
        const answer = await send('PUT /password', { token: device.access, body });
        expect(answer.status).toBe(device.alive ? 204 : 401);
        if (!device.alive) return;
        world.password = next;
        for (const other of world.devices) other.alive &&= other === device;
      },
      wrong: async ({ person }) => {
        expect((await send('POST /login', { body: { email: person.email, password: newPassword() } })).status).toBe(
          401,
        );
      },
    };

    test('R42, R50, R52, R55, R56, R57 a token is good exactly as long as its session lives', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 16 }), async (script) => {
          const person = await register(send);
          const { accessToken: access, refreshToken: refresh, password } = person;
          const world: World = { person, password, devices: [{ access, refresh, previous: undefined, alive: true }] };
          for (const [name, which] of script) {
            const device = world.devices[which % world.devices.length];
            if (device !== undefined) await steps[name]?.(world, device);
            const statuses = await Promise.all(world.devices.map(token));
            expect(statuses).toEqual(world.devices.map(({ alive }) => (alive ? 200 : 401)));
          }
        }),
        { numRuns: 10 },
      );
    });
  },
  { env: { AUTH_REFRESH_GRACE: '300' } },
);
