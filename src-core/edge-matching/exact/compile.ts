import type { Course } from './course.ts';
import { listProgram, type ListProgram } from './list-code.ts';
import { ListWalker } from './list-walk.ts';
import { maskProgram, type MaskProgram } from './mask-code.ts';
import { MaskWalker } from './mask-walk.ts';
import type { Position, Walker } from './walk.ts';

/** A course as WebAssembly; clonable, so that one thread compiles for all. */
export type Program = MaskProgram | ListProgram;

/** By the faster kernel that can; null where neither can. */
export const compile = (course: Course): Program | null => maskProgram(course) ?? listProgram(course);

export const walkerOf = (course: Course, program: Program, base: number, position: Position): Walker =>
  program.kernel === 'masks'
    ? new MaskWalker(course, program, base, position)
    : new ListWalker(course, program, base, position);
