import type { Socket } from 'node:net';

const message = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};

const int16 = (n: number): Buffer => Buffer.from([n >> 8, n & 255]);
const int32 = (n: number): Buffer => Buffer.concat([int16(n >> 16), int16(n & 65_535)]);
const text = (value: string): Buffer => Buffer.concat([int32(value.length), Buffer.from(value)]);
const column = (name: string): Buffer => Buffer.concat([Buffer.from(`${name}\0`), Buffer.alloc(18)]);

const ready = message('Z', Buffer.from('I'));
const letIn = Buffer.concat([message('R', int32(0)), ready]);
const version = Buffer.concat([
  message('T', int16(2), column('number'), column('version')),
  message('D', int16(2), text('140002'), text('14.2')),
  message('C', Buffer.from('SELECT 1\0')),
  ready,
]);

/** Speaks just enough of the wire protocol to pass for an outdated PostgreSQL. */
export function oldPostgres(socket: Socket): void {
  socket.once('data', () => {
    socket.write(letIn);
    socket.on('data', (query) => (query.toString('latin1').startsWith('Q') ? socket.write(version) : socket.end()));
  });
}
