/** Says how far something has come, on one line of a terminal that is written over and over. Elsewhere it is silent. */
export const progressLine = {
  show: (line: string): void => {
    if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K${line} …`);
  },
  clear: (): void => {
    if (process.stdout.isTTY) process.stdout.write('\r\u001B[K');
  },
};
