// Runs a script as Electron's program does if `ELECTRON_RUN_AS_NODE` is set. The script may be in an archive.
import './asar.ts';
import { becomeElectron } from './process.ts';

becomeElectron();
