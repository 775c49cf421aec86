export { cruiserConfig as default } from './rooms.config.ts';
