import type { Listener, ListenOptions } from './listener.ts';

type Handlers = Omit<ListenOptions, 'config' | 'name'>;

export type OpenListener = (handlers: Handlers) => Listener;

/** Two parts must not use one channel. The last part closes the listener. */
export function shareListener(open: OpenListener): OpenListener {
  const parts = new Map<Handlers, Set<string>>();
  let shared: Listener | undefined;

  function opened(log: Handlers['log']): Listener {
    shared ??= open({
      onNotification: (channel, payload) => {
        for (const [handlers, channels] of parts) {
          if (channels.has(channel)) handlers.onNotification(channel, payload);
        }
      },
      onLost: () => {
        for (const handlers of parts.keys()) handlers.onLost?.();
      },
      onRestored: () => {
        for (const handlers of parts.keys()) handlers.onRestored();
      },
      log,
    });
    return shared;
  }

  return (handlers) => {
    const channels = new Set<string>();
    const connection = opened(handlers.log);
    parts.set(handlers, channels);
    return {
      query: (sql, values) => connection.query(sql, values),
      listen: async (channel) => {
        channels.add(channel);
        await connection.listen(channel);
      },
      unlisten: async (channel) => {
        channels.delete(channel);
        await connection.unlisten(channel);
      },
      close: async () => {
        parts.delete(handlers);
        if (parts.size > 0) return;
        shared = undefined;
        await connection.close();
      },
    };
  };
}
