/** The version of the package, which an engine reports. */
export const CLIENT_VERSION = '0.2.0';
