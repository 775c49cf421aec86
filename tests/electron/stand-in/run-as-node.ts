// Electron's program as Node: with `ELECTRON_RUN_AS_NODE` set it runs a script, which may lie in an archive.
import './asar.ts';
import { becomeElectron } from './process.ts';

becomeElectron();
