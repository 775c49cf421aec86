import * as v from 'valibot';
import type { Job, Limits } from '../../src-core/engine.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { EngineMessage, Hello, ENGINE_PROTOCOL_VERSION } from '../../src-core/run/engine-protocol.ts';
import { startChild, type Child } from './child.ts';
import { BoardLines, filledArguments } from './lines-solver.ts';
import { timeouts } from './timeouts.ts';
import { startOf, type Program } from './programs.ts';

/** Events of a conversation. Nothing follows `fault` or `gone`. */
export interface ConversationEvents {
  /** Called when the program is ready for the job. */
  ready(hello: Hello): void;
  said(message: EngineMessage): void;
  /** Called when the program breaks the protocol. `what`: what it did wrong, such as “a line that is not JSON”. */
  fault(what: string): void;
  /** Called when the program's process has ended. `why`: the reason if the program couldn't be started. */
  gone(code: number | null, signal: string | null, why?: string): void;
}

/**
 * Speaks the protocol of docs/reference/protocol.md with one program, for one job. A program that only prints boards
 * sends no messages and is stopped with a signal.
 */
export class Conversation {
  readonly child: Child;
  readonly #program: Program;
  readonly #events: ConversationEvents;
  /** finds boards in the output of a program that only prints boards; null for other programs */
  readonly #lines: BoardLines | null;
  readonly #forget: () => void;
  #hello: Hello | null = null;
  #greeting: NodeJS.Timeout | undefined;
  #heardAt = performance.now();
  #second = { begin: 0, lines: 0 };
  #halted = false;
  #closed = false;

  /** Starts the program. Throws if its arguments ask for the puzzle in a format that can't hold it. */
  constructor(
    program: Program,
    puzzle: EdgePuzzle,
    { job, limits, lowPriority }: { job: Job; limits: Limits; lowPriority: boolean },
    events: ConversationEvents,
  ) {
    this.#program = program;
    this.#events = events;
    const { command, args } = startOf(program);
    const isLines = program.adapter === 'lines';
    const filled = isLines ? filledArguments(args, job, limits) : { args, forget: () => undefined };
    this.#forget = filled.forget;
    this.#lines = isLines ? new BoardLines(puzzle) : null;
    this.child = startChild(
      command,
      filled.args,
      { lowPriority },
      {
        line: (text) => this.#line(text),
        tooLong: () => this.#fault('a line longer than 16 MB'),
        exit: (code, signal, why) => {
          if (!this.#closed) events.gone(code, signal, why);
        },
      },
    );
  }

  /** Sends `hello`, unless the program only prints boards. */
  open(): void {
    if (this.#lines) {
      this.#ready(this.#program.hello);
      return;
    }
    this.#say({ type: 'hello', protocol: ENGINE_PROTOCOL_VERSION });
    this.#greeting = setTimeout(
      () => this.#fault(`no “hello” within ${timeouts.helloMs / 1000} seconds`),
      timeouts.helloMs,
    );
  }

  /**
   * Sends the job. `checkpoint`: the state to resume from. A program that only prints boards has already received its
   * job in its arguments.
   */
  giveJob({ puzzle, options, wanted, seed, threads }: Job, limits: Limits, checkpoint: string | null): void {
    this.#heardAt = performance.now();
    if (this.#lines) return;
    this.#say({
      type: 'job',
      puzzle,
      options,
      wanted: wanted.solutions,
      limits,
      seed,
      threads,
      ...(checkpoint !== null && { checkpoint }),
    });
  }

  /** Pauses the program. If it doesn't support `pause`, the operating system suspends it. */
  pause(): void {
    if (this.#hello?.pauses) this.#say({ type: 'pause' });
    else this.#halt(true);
  }

  resume(): void {
    this.#heardAt = performance.now();
    if (this.#hello?.pauses) this.#say({ type: 'resume' });
    else this.#halt(false);
  }

  askForState(): void {
    if (this.#hello?.checkpoints) this.#say({ type: 'checkpoint' });
  }

  stop(): void {
    this.#halt(false);
    if (this.#lines) this.child.ask();
    else this.#say({ type: 'stop' });
  }

  /**
   * Milliseconds since the program's last message. Always 0 for a program that only prints boards, because it is
   * allowed to be silent.
   */
  get silentMs(): number {
    return this.#lines ? 0 : performance.now() - this.#heardAt;
  }

  /** Ends the program. No more events follow. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#greeting);
    this.#forget();
    this.child.kill();
  }

  #line(text: string): void {
    if (this.#closed) return;
    const now = performance.now();
    this.#heardAt = now;
    if (now - this.#second.begin > 1000) this.#second = { begin: now, lines: 0 };
    if (++this.#second.lines > timeouts.flood) this.#fault(`more than ${timeouts.flood} lines per second`);
    else if (text.trim() === '') return;
    else if (this.#lines) this.#printed(this.#lines, text);
    else this.#read(text);
  }

  #printed(lines: BoardLines, text: string): void {
    const placements = lines.read(text);
    if (placements) this.#events.said({ type: 'board', placements, solution: false });
  }

  #read(text: string): void {
    let said: unknown;
    try {
      said = JSON.parse(text);
    } catch {
      this.#fault(`a line that is not JSON: ${quoted(text)}`);
      return;
    }
    if (this.#hello) {
      const message = v.safeParse(EngineMessage, said, { abortEarly: true });
      if (message.success) this.#events.said(message.output);
      else this.#fault(`an invalid message: ${whereAndWhy(message.issues[0])} in ${quoted(text)}`);
    } else {
      const hello = v.safeParse(Hello, said, { abortEarly: true });
      if (hello.success) this.#ready(hello.output);
      else this.#fault(`expected “hello”, found ${quoted(text)} (${whereAndWhy(hello.issues[0])})`);
    }
  }

  #ready(hello: Hello): void {
    clearTimeout(this.#greeting);
    this.#hello = hello;
    this.#events.ready(hello);
  }

  #fault(what: string): void {
    if (!this.#closed) this.#events.fault(what);
  }

  #halt(halted: boolean): void {
    if (this.#halted === halted) return;
    this.#halted = halted;
    this.child.halt(halted);
  }

  #say(message: object): void {
    this.child.write(JSON.stringify(message));
  }
}

const whereAndWhy = (issue: v.BaseIssue<unknown>): string =>
  `${v.getDotPath(issue) ?? 'type'}: ${issue.message}`;

/** Returns text from a program for an error message: short, and without characters that control a terminal. */
const quoted = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  `“${text.slice(0, 80).replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '\uFFFD')}${text.length > 80 ? '…' : ''}”`;
