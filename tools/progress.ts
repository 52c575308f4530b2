/** Shows progress on one line of a terminal, overwriting it. Silent elsewhere. */
export const progressLine = {
  show: (line: string): void => {
    if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K${line} …`);
  },
  clear: (): void => {
    if (process.stdout.isTTY) process.stdout.write('\r\u001B[K');
  },
};
