// A body that is sent with its progress: `fetch` tells of none.

import { tokenHeaders } from './api.js';
import { parse } from './rawjson.js';
import { Problem } from './service.js';

/**
 * Sends a body.
 * @param {string} method
 * @param {string} address
 * @param {Blob} body
 * @param {object} headers
 * @param {{signal: AbortSignal, progress: function(number): void}} options `progress` is called with the bytes that were sent.
 * @returns {Promise<any>} The answer's JSON; null where it has none.
 * @throws {Problem}
 */
export function upload(method, address, body, headers, { signal, progress }) {
    return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const sending = new XMLHttpRequest();
        sending.open(method, address);
        for (const [name, value] of Object.entries({ ...headers, ...tokenHeaders() })) sending.setRequestHeader(name, value);
        sending.upload.onprogress = ({ loaded }) => progress(loaded);
        sending.onerror = () => reject(Problem.unreachable());
        sending.onabort = () => reject(signal.reason);
        sending.onload = () => {
            const text = sending.responseText;
            const isDone = sending.status >= 200 && sending.status < 300;
            if (isDone) resolve(text === '' ? null : parse(text));
            else reject(new Problem(sending.status, parsed(text), text));
        };
        signal.addEventListener('abort', () => sending.abort(), { once: true });
        sending.send(body);
    });
}

function parsed(text) {
    try {
        return parse(text);
    } catch {
        return null;
    }
}
