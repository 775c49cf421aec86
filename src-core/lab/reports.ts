import type { LabPlan, Trial } from './experiment.ts';
import { questionsReport } from './questions-report.ts';
import type { Report } from './report.ts';
import { rowsReport } from './rows-report.ts';

/** A publication that a report can compare our results with. */
export type Published = NonNullable<LabPlan['published']>;

/** Returns the report on the finished trials. */
export const reportOf = (published: Published, trials: readonly Trial[]): Report =>
  (published === 'rows-trials' ? rowsReport : questionsReport)(trials);
