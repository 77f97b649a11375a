import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { log } from '../log';
import { HttpProblem } from '../problem';
import { type FileStore, soundId } from './file-store';

interface S3Options {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The time that a request to the store can take, in milliseconds. */
const patience = 5 * 60_000;

/** Stores files in a bucket of an S3-compatible store. */
export function s3Store({ endpoint, bucket, ...keys }: S3Options): FileStore {
  const client = new AwsClient({ ...keys, service: 's3', retries: 0 });
  const root = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`;

  /** @throws HttpProblem 502 for other statuses than the accepted */
  async function request(method: string, id: string, body?: Blob): Promise<Response> {
    const response = await client
      .fetch(`${root}/${soundId(id)}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
        ...(body && { body }),
      })
      .catch(failed);
    if (!response.ok && !(response.status === 404 && method !== 'PUT')) {
      throw failed(new Error(`${method} ${response.status}: ${await response.text()}`));
    }
    return response;
  }

  return {
    async put(id, path) {
      await request('PUT', id, await openAsBlob(path));
    },
    async get(id) {
      const { status, body } = await request('GET', id);
      if (status === 404 || body === null) return undefined;
      return Readable.from(body);
    },
    async remove(id) {
      await request('DELETE', id);
    },
  };
}

function failed(error: unknown): never {
  log.error({ err: error }, 'the store of files failed');
  const detail = 'The store of files is not available.';
  throw new HttpProblem(502, { code: 'storage_failed', detail });
}
