import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { s3Store } from '../../server/lib/uploads/s3-store';

const keys = { accessKeyId: 'test-id', secretAccessKey: 'test-secret', region: 'eu-test-1' };

/** Returns a store with a stub of S3 on this machine, which checks signatures. */
export async function trialStore() {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (req, res) => {
    const body = await buffer(req);
    const { method = '', url = '', headers } = req;
    const signer = new AwsV4Signer({
      ...keys,
      method,
      url: `http://${headers.host}${url}`,
      service: 's3',
      datetime: String(headers['x-amz-date']),
      headers: { 'X-Amz-Content-Sha256': String(headers['x-amz-content-sha256']) },
    });
    const { headers: signed } = await signer.sign();
    if (signed.get('Authorization') !== headers.authorization) res.writeHead(403).end('<Error/>');
    else if (method === 'PUT') res.end(void objects.set(url, body));
    else if (method === 'DELETE') res.writeHead(204).end(void objects.delete(url));
    else res.writeHead(objects.has(url) ? 200 : 404).end(objects.get(url));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const options = { ...keys, endpoint, bucket: 'trial' };
  return {
    options,
    store: s3Store(options),
    ids: () => [...objects.keys()].map((url) => url.replace('/trial/', '')),
    stop: async () => void server.close(),
  };
}
