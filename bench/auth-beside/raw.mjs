// The minimal server: the same response, without any other work.
import { createServer } from 'node:http';

const answer = JSON.parse(process.env.BENCH_BODY ?? '{}');
createServer((_, response) => {
  const body = Buffer.from(JSON.stringify(answer));
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
