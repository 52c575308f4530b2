import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Distortion } from './server.ts';

export type Proxy = Readonly<{
  url: string;
  distort: (distortion: Distortion | undefined) => void;
  close: () => void;
}>;

/** A proxy in front of a real server, which can cut, damage and refuse what passes. */
export async function startProxy(target: string): Promise<Proxy> {
  let distortion: Distortion | undefined;
  const server = createServer((request, response) => {
    const { method, headers, url = '/' } = request;
    const upstream = send(new URL(url, target), { method, headers }, (answer) => {
      void buffer(answer).then(
        (body) => {
          const changed = distortion ? distortion(url.replace('/feed/v1/', ''), body) : { body };
          if (changed === undefined) return response.destroy();
          const { 'content-length': _length, 'transfer-encoding': _encoding, ...kept } = answer.headers;
          return response.writeHead(changed.status ?? answer.statusCode ?? 502, kept).end(changed.body);
        },
        () => response.destroy(),
      );
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    distort: (next) => {
      distortion = next;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
