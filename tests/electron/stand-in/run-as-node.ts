// Runs a script, possibly inside an archive, as Electron's program does if `ELECTRON_RUN_AS_NODE` is set.
import './asar.ts';
import { becomeElectron } from './process.ts';

becomeElectron();
