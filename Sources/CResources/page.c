#include "page.h"

/* C23, and so an extension to the C of this package; clang has it since 19. The compiler notes the files as what this one depends on. */
#pragma clang diagnostic ignored "-Wc23-extensions"

/* A row of the table below. */
#define FILE_ROW(name, bytes) {name, bytes, sizeof bytes}

static const unsigned char index_html[] = {
#embed "../../page/index.html"
};

static const unsigned char api_js[] = {
#embed "../../page/ui/api.js"
};

static const unsigned char base_css[] = {
#embed "../../page/ui/base.css"
};

static const unsigned char canvas_js[] = {
#embed "../../page/ui/canvas.js"
};

static const unsigned char cells_js[] = {
#embed "../../page/ui/cells.js"
};

static const unsigned char commands_js[] = {
#embed "../../page/ui/commands.js"
};

static const unsigned char curl_js[] = {
#embed "../../page/ui/curl.js"
};

static const unsigned char deliveries_js[] = {
#embed "../../page/ui/deliveries.js"
};

static const unsigned char dialogs_js[] = {
#embed "../../page/ui/dialogs.js"
};

static const unsigned char dom_js[] = {
#embed "../../page/ui/dom.js"
};

static const unsigned char drag_js[] = {
#embed "../../page/ui/drag.js"
};

static const unsigned char editor_js[] = {
#embed "../../page/ui/editor.js"
};

static const unsigned char events_js[] = {
#embed "../../page/ui/events.js"
};

static const unsigned char follow_js[] = {
#embed "../../page/ui/follow.js"
};

static const unsigned char format_js[] = {
#embed "../../page/ui/format.js"
};

static const unsigned char geometry_js[] = {
#embed "../../page/ui/geometry.js"
};

static const unsigned char heights_js[] = {
#embed "../../page/ui/heights.js"
};

static const unsigned char icon_svg[] = {
#embed "../../page/ui/icon.svg"
};

static const unsigned char inspector_js[] = {
#embed "../../page/ui/inspector.js"
};

static const unsigned char item_js[] = {
#embed "../../page/ui/item.js"
};

static const unsigned char keys_js[] = {
#embed "../../page/ui/keys.js"
};

static const unsigned char layout_js[] = {
#embed "../../page/ui/layout.js"
};

static const unsigned char list_css[] = {
#embed "../../page/ui/list.css"
};

static const unsigned char listview_js[] = {
#embed "../../page/ui/listview.js"
};

static const unsigned char loader_js[] = {
#embed "../../page/ui/loader.js"
};

static const unsigned char main_js[] = {
#embed "../../page/ui/main.js"
};

static const unsigned char menu_js[] = {
#embed "../../page/ui/menu.js"
};

static const unsigned char model_js[] = {
#embed "../../page/ui/model.js"
};

static const unsigned char motion_js[] = {
#embed "../../page/ui/motion.js"
};

static const unsigned char notices_js[] = {
#embed "../../page/ui/notices.js"
};

static const unsigned char overview_js[] = {
#embed "../../page/ui/overview.js"
};

static const unsigned char pages_css[] = {
#embed "../../page/ui/pages.css"
};

static const unsigned char pages_js[] = {
#embed "../../page/ui/pages.js"
};

static const unsigned char positions_js[] = {
#embed "../../page/ui/positions.js"
};

static const unsigned char prose_js[] = {
#embed "../../page/ui/prose.js"
};

static const unsigned char rawjson_js[] = {
#embed "../../page/ui/rawjson.js"
};

static const unsigned char reference_js[] = {
#embed "../../page/ui/reference.js"
};

static const unsigned char rows_js[] = {
#embed "../../page/ui/rows.js"
};

static const unsigned char scroller_js[] = {
#embed "../../page/ui/scroller.js"
};

static const unsigned char sections_js[] = {
#embed "../../page/ui/sections.js"
};

static const unsigned char session_js[] = {
#embed "../../page/ui/session.js"
};

static const unsigned char sums_js[] = {
#embed "../../page/ui/sums.js"
};

static const unsigned char taps_js[] = {
#embed "../../page/ui/taps.js"
};

static const unsigned char timeline_js[] = {
#embed "../../page/ui/timeline.js"
};

static const unsigned char token_js[] = {
#embed "../../page/ui/token.js"
};

static const unsigned char versions_js[] = {
#embed "../../page/ui/versions.js"
};

static const unsigned char viewport_js[] = {
#embed "../../page/ui/viewport.js"
};

static const unsigned char webhooks_js[] = {
#embed "../../page/ui/webhooks.js"
};

static const unsigned char writes_js[] = {
#embed "../../page/ui/writes.js"
};

static const page_file files[] = {
    FILE_ROW("index.html", index_html),
    FILE_ROW("ui/api.js", api_js),
    FILE_ROW("ui/base.css", base_css),
    FILE_ROW("ui/canvas.js", canvas_js),
    FILE_ROW("ui/cells.js", cells_js),
    FILE_ROW("ui/commands.js", commands_js),
    FILE_ROW("ui/curl.js", curl_js),
    FILE_ROW("ui/deliveries.js", deliveries_js),
    FILE_ROW("ui/dialogs.js", dialogs_js),
    FILE_ROW("ui/dom.js", dom_js),
    FILE_ROW("ui/drag.js", drag_js),
    FILE_ROW("ui/editor.js", editor_js),
    FILE_ROW("ui/events.js", events_js),
    FILE_ROW("ui/follow.js", follow_js),
    FILE_ROW("ui/format.js", format_js),
    FILE_ROW("ui/geometry.js", geometry_js),
    FILE_ROW("ui/heights.js", heights_js),
    FILE_ROW("ui/icon.svg", icon_svg),
    FILE_ROW("ui/inspector.js", inspector_js),
    FILE_ROW("ui/item.js", item_js),
    FILE_ROW("ui/keys.js", keys_js),
    FILE_ROW("ui/layout.js", layout_js),
    FILE_ROW("ui/list.css", list_css),
    FILE_ROW("ui/listview.js", listview_js),
    FILE_ROW("ui/loader.js", loader_js),
    FILE_ROW("ui/main.js", main_js),
    FILE_ROW("ui/menu.js", menu_js),
    FILE_ROW("ui/model.js", model_js),
    FILE_ROW("ui/motion.js", motion_js),
    FILE_ROW("ui/notices.js", notices_js),
    FILE_ROW("ui/overview.js", overview_js),
    FILE_ROW("ui/pages.css", pages_css),
    FILE_ROW("ui/pages.js", pages_js),
    FILE_ROW("ui/positions.js", positions_js),
    FILE_ROW("ui/prose.js", prose_js),
    FILE_ROW("ui/rawjson.js", rawjson_js),
    FILE_ROW("ui/reference.js", reference_js),
    FILE_ROW("ui/rows.js", rows_js),
    FILE_ROW("ui/scroller.js", scroller_js),
    FILE_ROW("ui/sections.js", sections_js),
    FILE_ROW("ui/session.js", session_js),
    FILE_ROW("ui/sums.js", sums_js),
    FILE_ROW("ui/taps.js", taps_js),
    FILE_ROW("ui/timeline.js", timeline_js),
    FILE_ROW("ui/token.js", token_js),
    FILE_ROW("ui/versions.js", versions_js),
    FILE_ROW("ui/viewport.js", viewport_js),
    FILE_ROW("ui/webhooks.js", webhooks_js),
    FILE_ROW("ui/writes.js", writes_js),
};

const page_file *page_files(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
