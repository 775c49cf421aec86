import './page-host.ts';
import { mount } from 'svelte';
import PlayablePage from './PlayablePage.svelte';
import '../styles/tokens.css';
import '../styles/base.css';

const target = document.getElementById('app');
if (!target) throw new Error('no #app');
mount(PlayablePage, { target });
