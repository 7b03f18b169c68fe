// Runs a part of the tests of Clients/TypeScript in Node, or an app that they run beside a server; it ends with 0 where all is well.

import { FollowedApp } from './app.js';
import { runUnits } from './units.js';
import { runVectors } from './vectors.js';

const [part, ...rest] = process.argv.slice(2);
const parts = {
    vectors: () => runVectors(rest[0].split('\n')), units: () => runUnits(rest[0]),
    app: () => new FollowedApp(Number(rest[0]), rest[1]).run(rest[2].split(' ')),
};
// What nobody waits for ends the program too.
process.on('unhandledRejection', (error) => {
    console.error(error);
    process.exit(1);
});
console.log(await parts[part]());
process.exit(0);
