/** A listener on the window or document that is still registered. */
export type Listener = Readonly<{ target: 'window' | 'document'; type: string; remove: () => void }>;

type Listening = EventListenerOrEventListenerObject;
type Options = boolean | AddEventListenerOptions | undefined;

const added = new Map<Listening, Map<string, Listener>>();

const isCapture = (options: Options): boolean =>
  typeof options === 'object' ? options.capture === true : options === true;

/** Browsers do not expose registered listeners. */
function watch(name: Listener['target'], target: Window | Document): void {
  const [add, remove] = [target.addEventListener.bind(target), target.removeEventListener.bind(target)];
  const forget = (type: string, listener: Listening, options: Options) => {
    const ofListener = added.get(listener);
    ofListener?.delete(`${name} ${type} ${isCapture(options)}`);
    if (ofListener?.size === 0) added.delete(listener);
  };
  target.addEventListener = (type: string, listener: Listening | null, options?: Options) => {
    add(type, listener as Listening, options);
    // Once-listeners remove themselves.
    if (listener === null || (typeof options === 'object' && (options.once || options.signal))) return;
    const ofListener = added.get(listener) ?? new Map<string, Listener>();
    added.set(listener, ofListener);
    const key = `${name} ${type} ${isCapture(options)}`;
    if (!ofListener.has(key))
      ofListener.set(key, {
        target: name,
        type,
        remove: () => target.removeEventListener(type, listener, options),
      });
  };
  target.removeEventListener = (type: string, listener: Listening | null, options?: Options) => {
    remove(type, listener as Listening, options);
    if (listener !== null) forget(type, listener, options);
  };
}

watch('window', window);
watch('document', document);

export const listListeners = (): readonly Listener[] => [...added.values()].flatMap((one) => [...one.values()]);
