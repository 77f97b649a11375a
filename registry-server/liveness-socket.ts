import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';

/** A socket that proves to other processes that this process is running, even across containers. */
export interface OwnWitness {
  /** Socket name, which other processes use to check it. */
  readonly name: string;
  /** Returns whether another process has certainly ended. */
  readonly isGone: (name: string) => Promise<boolean>;
  /** Removes sockets of ended processes. The caller must hold the claim. */
  readonly clear: () => void;
  readonly end: () => Promise<void>;
}

/**
 * Listens on a socket in a folder. The kernel closes the socket exactly when the process ends, so a suspended process
 * keeps it. Other containers that share the folder can check the socket.
 *
 * @param folder absolute
 * @returns `undefined` if sockets in the folder are not reliable, for example on a network file system
 */
export async function openLivenessSocket(folder: string): Promise<OwnWitness | undefined> {
  if (process.platform !== 'linux' || !localFileSystems.has(statfsSync(folder).type)) return undefined;
  const name = `serving-${randomBytes(8).toString('hex')}.sock`;
  const descriptor = openSync(folder, 'r');
  const server = createServer((connection) => connection.destroy());
  try {
    server.listen(pathIn(descriptor, name));
    await once(server, 'listening');
  } catch {
    closeSync(descriptor);
    return undefined;
  }
  server.unref();
  return {
    name,
    isGone: (other) => isGone(descriptor, other),
    clear: () => {
      for (const other of readdirSync(folder)) {
        if (socketName.test(other) && other !== name) rmSync(join(folder, other), { force: true });
      }
    },
    end: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      closeSync(descriptor);
    },
  };
}

/** Kernel type numbers of local file systems: ext4, xfs, btrfs, tmpfs, overlay, zfs, f2fs and bcachefs. */
const localFileSystems: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e,
]);

const socketName = /^serving-[0-9a-f]{16}\.sock$/u;

/** Returns a short socket path, because socket addresses have at most 107 bytes. */
function pathIn(descriptor: number, name: string): string {
  return `/proc/self/fd/${descriptor}/${name}`;
}

/** Returns true only if the socket exists without a listener. Other errors prove nothing about the process. */
async function isGone(descriptor: number, name: string): Promise<boolean> {
  if (!socketName.test(name)) return false;
  const connection = createConnection(pathIn(descriptor, name));
  try {
    await once(connection, 'connect');
    return false;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
  } finally {
    connection.destroy();
  }
}
