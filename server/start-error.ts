/** Something the person who starts the server can put right. Its message is a sentence and is shown without a stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}
