import * as v from 'valibot';
import { Hello, ENGINE_PROTOCOL_VERSION } from '../../src-core/run/engine-protocol.ts';
import { startChild } from './child.ts';
import { timeouts } from './timeouts.ts';

/**
 * Starts a program, waits for its `hello` message and ends it. Throws a user-facing error if the message is missing or
 * invalid.
 */
export function greet(command: string, args: readonly string[]): Promise<Hello> {
  return new Promise((resolve, reject) => {
    const finish = (error: Error | null, hello?: Hello): void => {
      clearTimeout(timer);
      child.kill();
      if (hello) resolve(hello);
      else {
        const words = child.lastWords === '' ? '' : ` It wrote: ${child.lastWords}`;
        reject(new Error(`${error!.message}.${words}`));
      }
    };
    const timer = setTimeout(
      () => finish(new Error(`no “hello” within ${timeouts.helloMs / 1000} seconds`)),
      timeouts.helloMs,
    );
    const child = startChild(
      command,
      args,
      { lowPriority: false },
      {
        line(text) {
          let said: unknown;
          try {
            said = JSON.parse(text);
          } catch {
            finish(new Error(`its first line is not JSON: ${JSON.stringify(text.slice(0, 80))}`));
            return;
          }
          const hello = v.safeParse(Hello, said, { abortEarly: true });
          if (hello.success) {
            finish(null, hello.output);
            return;
          }
          const [issue] = hello.issues;
          const where = v.getDotPath(issue) ?? 'type';
          finish(
            new Error(
              `its first line is not a valid “hello” (${where}: ${issue.message}): ${JSON.stringify(text.slice(0, 80))}`,
            ),
          );
        },
        tooLong: () => finish(new Error('its first line is longer than 16 MB')),
        exit: (code, signal, why) =>
          finish(
            new Error(
              why === undefined
                ? `it ended before it sent “hello” (${signal ?? `exit code ${code ?? 'unknown'}`})`
                : `it can't be started: ${why}`,
            ),
          ),
      },
    );
    child.write(JSON.stringify({ type: 'hello', protocol: ENGINE_PROTOCOL_VERSION }));
  });
}
