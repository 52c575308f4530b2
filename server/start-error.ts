/** A problem that the person who starts the server can fix. Its message is shown without a stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}
