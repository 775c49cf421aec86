import type { HostApi } from '../../src-core/contract.ts';
import type { Context } from './context.ts';

type PlayApi = Pick<HostApi, 'play.get' | 'play.save'>;

export const playService = ({ store }: Context): PlayApi => ({
  'play.get': ({ puzzleId }) => store.plays.get(puzzleId),
  'play.save': ({ puzzleId, play }) => {
    store.plays.save(puzzleId, play);
    return {};
  },
});
