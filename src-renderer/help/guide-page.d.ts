/** Pages of the guide, rendered by svelte.config.js. */
declare module '*.md' {
  import type { Component } from 'svelte';
  const page: Component<Record<string, never>>;
  export default page;
}
