export { CLIENT_VERSION } from '#domain/feed/client.ts';
