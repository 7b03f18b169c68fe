// Files that are dropped or pasted anywhere on the page: each becomes a list, and none takes the place of the page.

import { element } from './dom.js';
import { importDialog } from './importdialog.js';
import { notify, notifyProblem } from './notices.js';

const FIELDS = 'input:not([type=range], [type=checkbox]), textarea, select';
const FORMATS = '.csv,.tsv,.json,.ndjson,.jsonl,text/csv,application/json,application/x-ndjson';
const isField = (target) => target instanceof Element && target.closest(FIELDS) !== null;
const hasFiles = ({ dataTransfer }) => [...dataTransfer?.types ?? []].includes('Files');

/** Takes files of the whole window. */
export function addDrops() {
    const words = element('strong', {}, 'Drop the file to make a list of it');
    const sign = element('div.drop-sign', { 'aria-hidden': 'true', hidden: true }, words);
    document.body.append(sign);
    let depth = 0;
    const show = (by) => {
        depth = Math.max(0, depth + by);
        sign.hidden = depth === 0;
    };
    addEventListener('dragenter', (event) => { if (hasFiles(event)) show(1); });
    addEventListener('dragleave', (event) => { if (hasFiles(event)) show(-1); });
    addEventListener('dragover', (event) => {
        // A link that is dropped would take the place of the page as well.
        if (hasFiles(event) || !isField(event.target)) event.preventDefault();
    });
    addEventListener('drop', (event) => {
        show(-depth);
        if (!hasFiles(event) && isField(event.target)) return;
        event.preventDefault();
        take([...event.dataTransfer?.files ?? []]);
    });
    document.addEventListener('paste', (event) => {
        if (isField(event.target) || document.querySelector('dialog[open]') || !event.clipboardData) return;
        const files = [...event.clipboardData.files];
        const text = event.clipboardData.getData('text/plain');
        if (files.length === 0 && text.trim() === '') return;
        event.preventDefault();
        take(files.length > 0 ? files : [new File([text], '', { type: 'text/plain' })]);
    });
}

/** Asks for a file, and makes a list of it. */
export function chooseFile() {
    const input = element('input', { type: 'file', accept: FORMATS });
    input.addEventListener('change', () => take([...input.files ?? []]));
    input.click();
}

function take(files) {
    if (files.length === 0) return;
    if (files.length > 1) notify('One file at a time: the first one is shown.');
    importDialog(files[0]).catch(notifyProblem);
}
