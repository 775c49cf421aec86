/**
 * Fails a test file that lowers the priority of its process. Other test files run in the same process, and would take
 * ten times as long on a busy machine.
 */
import { getPriority } from 'node:os';
import { afterAll, expect } from 'vitest';

const before = getPriority();
afterAll(() => expect(getPriority(), 'the priority of the process').toBe(before));
