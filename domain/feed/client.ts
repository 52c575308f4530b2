/** The version of the package for engines, which an engine reports. */
export const CLIENT_VERSION = '0.2.0';

/** The file that `npm run sdk` packs. */
export const CLIENT_PACKAGE = `lineslip-client-${CLIENT_VERSION}.tgz`;

/**
 * Checks a release beside an engine's token, in the folder of Lineslip: without a registry of packages, where anybody may
 * register one of the name of the command.
 */
export const verifyCommand = (release: string, keys: string): string => `node sdk/cli.ts ${release} --keys ${keys}`;

/** Writes the public keys that engines pin. */
export const keysCommand = (file: string): string => `npm run feed -- keys --out ${file}`;
