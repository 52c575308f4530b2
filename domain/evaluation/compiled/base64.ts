const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The domain has no access to a platform function for base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const digits = Array.from(text.replaceAll('=', ''), (digit) => DIGITS.indexOf(digit));
  return Uint8Array.from({ length: Math.floor((digits.length * 6) / 8) }, (_, index) => {
    const [first, shift] = [Math.floor((index * 8) / 6), 4 - ((index * 8) % 6)];
    const both = ((digits[first] as number) << 6) | (digits[first + 1] as number);
    return (both >>> shift) & 0xff;
  });
}
