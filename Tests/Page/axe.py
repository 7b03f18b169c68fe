"""Deque's axe-core, which comes with a package of PyPI, run in a page: what it finds that is serious or moderate."""

import pathlib

import axe_playwright_python

SOURCE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


def findings(page, *skipped):
    """The rules that are broken, each with the elements that break it; rules that are skipped are not looked at."""
    if not page.run("return 'axe' in window"):
        page.driver.execute_script(SOURCE)
    return page.run("""
        const { violations } = await axe.run(document, {
            resultTypes: ['violations'], rules: Object.fromEntries(args.map((name) => [name, { enabled: false }])) });
        return violations.filter(({ impact }) => impact !== 'minor').map(({ id, impact, nodes }) => (
            `${impact} ${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} (${failureSummary.split('\\n')[1]})`).join(' | ')}`))""", *skipped)
