/* Made by Scripts/list-page, from the names in page/ and in Clients/TypeScript/src/core/. */
#include "page.h"

/* C23, and so an extension to the C of this package; clang has it since 19. The compiler notes the files as what this one depends on. */
#pragma clang diagnostic ignored "-Wc23-extensions"

/* A row of the table below. */
#define FILE_ROW(name, bytes) {name, bytes, sizeof bytes}

static const unsigned char index_html[] = {
#embed "../../page/index.html"
};

static const unsigned char ui_access_css[] = {
#embed "../../page/ui/access.css"
};

static const unsigned char ui_access_js[] = {
#embed "../../page/ui/access.js"
};

static const unsigned char ui_acting_js[] = {
#embed "../../page/ui/acting.js"
};

static const unsigned char ui_actions_js[] = {
#embed "../../page/ui/actions.js"
};

static const unsigned char ui_address_js[] = {
#embed "../../page/ui/address.js"
};

static const unsigned char ui_api_js[] = {
#embed "../../page/ui/api.js"
};

static const unsigned char ui_base_css[] = {
#embed "../../page/ui/base.css"
};

static const unsigned char ui_bookmarks_js[] = {
#embed "../../page/ui/bookmarks.js"
};

static const unsigned char ui_canvas_js[] = {
#embed "../../page/ui/canvas.js"
};

static const unsigned char ui_cells_js[] = {
#embed "../../page/ui/cells.js"
};

static const unsigned char ui_cities_json[] = {
#embed "../../page/ui/cities.json"
};

static const unsigned char ui_commands_js[] = {
#embed "../../page/ui/commands.js"
};

static const unsigned char ui_conversion_js[] = {
#embed "../../page/ui/conversion.js"
};

static const unsigned char ui_copy_js[] = {
#embed "../../page/ui/copy.js"
};

static const unsigned char ui_cover_js[] = {
#embed "../../page/ui/cover.js"
};

static const unsigned char ui_csv_js[] = {
#embed "../../page/ui/csv.js"
};

static const unsigned char ui_curl_js[] = {
#embed "../../page/ui/curl.js"
};

static const unsigned char ui_deliveries_js[] = {
#embed "../../page/ui/deliveries.js"
};

static const unsigned char ui_dialogs_js[] = {
#embed "../../page/ui/dialogs.js"
};

static const unsigned char ui_difference_js[] = {
#embed "../../page/ui/difference.js"
};

static const unsigned char ui_dom_js[] = {
#embed "../../page/ui/dom.js"
};

static const unsigned char ui_drag_js[] = {
#embed "../../page/ui/drag.js"
};

static const unsigned char ui_dropping_js[] = {
#embed "../../page/ui/dropping.js"
};

static const unsigned char ui_editor_js[] = {
#embed "../../page/ui/editor.js"
};

static const unsigned char ui_escapes_js[] = {
#embed "../../page/ui/escapes.js"
};

static const unsigned char ui_events_js[] = {
#embed "../../Clients/TypeScript/src/core/events.js"
};

static const unsigned char ui_exportdialog_js[] = {
#embed "../../page/ui/exportdialog.js"
};

static const unsigned char ui_exporting_js[] = {
#embed "../../page/ui/exporting.js"
};

static const unsigned char ui_fields_js[] = {
#embed "../../page/ui/fields.js"
};

static const unsigned char ui_filerows_js[] = {
#embed "../../page/ui/filerows.js"
};

static const unsigned char ui_files_css[] = {
#embed "../../page/ui/files.css"
};

static const unsigned char ui_find_js[] = {
#embed "../../page/ui/find.js"
};

static const unsigned char ui_firstrun_js[] = {
#embed "../../page/ui/firstrun.js"
};

static const unsigned char ui_focus_js[] = {
#embed "../../page/ui/focus.js"
};

static const unsigned char ui_folding_js[] = {
#embed "../../Clients/TypeScript/src/core/folding.js"
};

static const unsigned char ui_follow_js[] = {
#embed "../../Clients/TypeScript/src/core/follow.js"
};

static const unsigned char ui_format_js[] = {
#embed "../../page/ui/format.js"
};

static const unsigned char ui_geometry_js[] = {
#embed "../../Clients/TypeScript/src/core/geometry.js"
};

static const unsigned char ui_head_js[] = {
#embed "../../page/ui/head.js"
};

static const unsigned char ui_heights_js[] = {
#embed "../../Clients/TypeScript/src/core/heights.js"
};

static const unsigned char ui_historycommands_js[] = {
#embed "../../page/ui/historycommands.js"
};

static const unsigned char ui_holds_js[] = {
#embed "../../page/ui/holds.js"
};

static const unsigned char ui_icon_svg[] = {
#embed "../../page/ui/icon.svg"
};

static const unsigned char ui_importdialog_js[] = {
#embed "../../page/ui/importdialog.js"
};

static const unsigned char ui_importpreview_js[] = {
#embed "../../page/ui/importpreview.js"
};

static const unsigned char ui_inspector_js[] = {
#embed "../../page/ui/inspector.js"
};

static const unsigned char ui_item_js[] = {
#embed "../../page/ui/item.js"
};

static const unsigned char ui_itemhistory_js[] = {
#embed "../../page/ui/itemhistory.js"
};

static const unsigned char ui_jsonelements_js[] = {
#embed "../../page/ui/jsonelements.js"
};

static const unsigned char ui_jsonflaw_js[] = {
#embed "../../page/ui/jsonflaw.js"
};

static const unsigned char ui_jsontext_js[] = {
#embed "../../Clients/TypeScript/src/core/jsontext.js"
};

static const unsigned char ui_keys_js[] = {
#embed "../../page/ui/keys.js"
};

static const unsigned char ui_keyslist_js[] = {
#embed "../../page/ui/keyslist.js"
};

static const unsigned char ui_layout_js[] = {
#embed "../../page/ui/layout.js"
};

static const unsigned char ui_list_css[] = {
#embed "../../page/ui/list.css"
};

static const unsigned char ui_listcommands_js[] = {
#embed "../../page/ui/listcommands.js"
};

static const unsigned char ui_listview_js[] = {
#embed "../../page/ui/listview.js"
};

static const unsigned char ui_loader_js[] = {
#embed "../../Clients/TypeScript/src/core/loader.js"
};

static const unsigned char ui_main_js[] = {
#embed "../../page/ui/main.js"
};

static const unsigned char ui_making_js[] = {
#embed "../../page/ui/making.js"
};

static const unsigned char ui_many_js[] = {
#embed "../../page/ui/many.js"
};

static const unsigned char ui_marks_js[] = {
#embed "../../page/ui/marks.js"
};

static const unsigned char ui_menu_js[] = {
#embed "../../page/ui/menu.js"
};

static const unsigned char ui_mergepatch_js[] = {
#embed "../../Clients/TypeScript/src/core/mergepatch.js"
};

static const unsigned char ui_model_js[] = {
#embed "../../Clients/TypeScript/src/core/model.js"
};

static const unsigned char ui_motion_js[] = {
#embed "../../page/ui/motion.js"
};

static const unsigned char ui_notices_js[] = {
#embed "../../page/ui/notices.js"
};

static const unsigned char ui_overview_js[] = {
#embed "../../page/ui/overview.js"
};

static const unsigned char ui_pages_css[] = {
#embed "../../page/ui/pages.css"
};

static const unsigned char ui_pages_js[] = {
#embed "../../Clients/TypeScript/src/core/pages.js"
};

static const unsigned char ui_pagesession_js[] = {
#embed "../../page/ui/pagesession.js"
};

static const unsigned char ui_position_js[] = {
#embed "../../page/ui/position.js"
};

static const unsigned char ui_positions_js[] = {
#embed "../../Clients/TypeScript/src/core/positions.js"
};

static const unsigned char ui_prose_js[] = {
#embed "../../page/ui/prose.js"
};

static const unsigned char ui_rawjson_js[] = {
#embed "../../Clients/TypeScript/src/core/rawjson.js"
};

static const unsigned char ui_reference_js[] = {
#embed "../../page/ui/reference.js"
};

static const unsigned char ui_restore_js[] = {
#embed "../../page/ui/restore.js"
};

static const unsigned char ui_rowdialog_js[] = {
#embed "../../page/ui/rowdialog.js"
};

static const unsigned char ui_rowrules_js[] = {
#embed "../../page/ui/rowrules.js"
};

static const unsigned char ui_rows_js[] = {
#embed "../../Clients/TypeScript/src/core/rows.js"
};

static const unsigned char ui_schemacontrols_js[] = {
#embed "../../page/ui/schemacontrols.js"
};

static const unsigned char ui_schemaform_js[] = {
#embed "../../page/ui/schemaform.js"
};

static const unsigned char ui_scroller_js[] = {
#embed "../../page/ui/scroller.js"
};

static const unsigned char ui_search_js[] = {
#embed "../../Clients/TypeScript/src/core/search.js"
};

static const unsigned char ui_sectioncommands_js[] = {
#embed "../../page/ui/sectioncommands.js"
};

static const unsigned char ui_sections_js[] = {
#embed "../../Clients/TypeScript/src/core/sections.js"
};

static const unsigned char ui_selection_js[] = {
#embed "../../page/ui/selection.js"
};

static const unsigned char ui_service_js[] = {
#embed "../../Clients/TypeScript/src/core/service.js"
};

static const unsigned char ui_session_js[] = {
#embed "../../Clients/TypeScript/src/core/session.js"
};

static const unsigned char ui_sums_js[] = {
#embed "../../Clients/TypeScript/src/core/sums.js"
};

static const unsigned char ui_table_css[] = {
#embed "../../page/ui/table.css"
};

static const unsigned char ui_table_js[] = {
#embed "../../page/ui/table.js"
};

static const unsigned char ui_taps_js[] = {
#embed "../../page/ui/taps.js"
};

static const unsigned char ui_targets_js[] = {
#embed "../../page/ui/targets.js"
};

static const unsigned char ui_timeline_js[] = {
#embed "../../page/ui/timeline.js"
};

static const unsigned char ui_token_js[] = {
#embed "../../page/ui/token.js"
};

static const unsigned char ui_tools_js[] = {
#embed "../../page/ui/tools.js"
};

static const unsigned char ui_typedialog_js[] = {
#embed "../../page/ui/typedialog.js"
};

static const unsigned char ui_types_js[] = {
#embed "../../page/ui/types.js"
};

static const unsigned char ui_typesview_js[] = {
#embed "../../page/ui/typesview.js"
};

static const unsigned char ui_undo_js[] = {
#embed "../../page/ui/undo.js"
};

static const unsigned char ui_undobuttons_js[] = {
#embed "../../page/ui/undobuttons.js"
};

static const unsigned char ui_upload_js[] = {
#embed "../../page/ui/upload.js"
};

static const unsigned char ui_valueeditor_js[] = {
#embed "../../page/ui/valueeditor.js"
};

static const unsigned char ui_versions_js[] = {
#embed "../../page/ui/versions.js"
};

static const unsigned char ui_versionwords_js[] = {
#embed "../../page/ui/versionwords.js"
};

static const unsigned char ui_viewcondition_js[] = {
#embed "../../page/ui/viewcondition.js"
};

static const unsigned char ui_viewdialog_js[] = {
#embed "../../page/ui/viewdialog.js"
};

static const unsigned char ui_viewform_js[] = {
#embed "../../page/ui/viewform.js"
};

static const unsigned char ui_viewport_js[] = {
#embed "../../page/ui/viewport.js"
};

static const unsigned char ui_viewpreview_js[] = {
#embed "../../page/ui/viewpreview.js"
};

static const unsigned char ui_views_js[] = {
#embed "../../page/ui/views.js"
};

static const unsigned char ui_waiting_js[] = {
#embed "../../Clients/TypeScript/src/core/waiting.js"
};

static const unsigned char ui_webhookdialogs_js[] = {
#embed "../../page/ui/webhookdialogs.js"
};

static const unsigned char ui_webhooks_js[] = {
#embed "../../page/ui/webhooks.js"
};

static const unsigned char ui_writes_js[] = {
#embed "../../Clients/TypeScript/src/core/writes.js"
};

static const page_file files[] = {
    FILE_ROW("index.html", index_html),
    FILE_ROW("ui/access.css", ui_access_css),
    FILE_ROW("ui/access.js", ui_access_js),
    FILE_ROW("ui/acting.js", ui_acting_js),
    FILE_ROW("ui/actions.js", ui_actions_js),
    FILE_ROW("ui/address.js", ui_address_js),
    FILE_ROW("ui/api.js", ui_api_js),
    FILE_ROW("ui/base.css", ui_base_css),
    FILE_ROW("ui/bookmarks.js", ui_bookmarks_js),
    FILE_ROW("ui/canvas.js", ui_canvas_js),
    FILE_ROW("ui/cells.js", ui_cells_js),
    FILE_ROW("ui/cities.json", ui_cities_json),
    FILE_ROW("ui/commands.js", ui_commands_js),
    FILE_ROW("ui/conversion.js", ui_conversion_js),
    FILE_ROW("ui/copy.js", ui_copy_js),
    FILE_ROW("ui/cover.js", ui_cover_js),
    FILE_ROW("ui/csv.js", ui_csv_js),
    FILE_ROW("ui/curl.js", ui_curl_js),
    FILE_ROW("ui/deliveries.js", ui_deliveries_js),
    FILE_ROW("ui/dialogs.js", ui_dialogs_js),
    FILE_ROW("ui/difference.js", ui_difference_js),
    FILE_ROW("ui/dom.js", ui_dom_js),
    FILE_ROW("ui/drag.js", ui_drag_js),
    FILE_ROW("ui/dropping.js", ui_dropping_js),
    FILE_ROW("ui/editor.js", ui_editor_js),
    FILE_ROW("ui/escapes.js", ui_escapes_js),
    FILE_ROW("ui/events.js", ui_events_js),
    FILE_ROW("ui/exportdialog.js", ui_exportdialog_js),
    FILE_ROW("ui/exporting.js", ui_exporting_js),
    FILE_ROW("ui/fields.js", ui_fields_js),
    FILE_ROW("ui/filerows.js", ui_filerows_js),
    FILE_ROW("ui/files.css", ui_files_css),
    FILE_ROW("ui/find.js", ui_find_js),
    FILE_ROW("ui/firstrun.js", ui_firstrun_js),
    FILE_ROW("ui/focus.js", ui_focus_js),
    FILE_ROW("ui/folding.js", ui_folding_js),
    FILE_ROW("ui/follow.js", ui_follow_js),
    FILE_ROW("ui/format.js", ui_format_js),
    FILE_ROW("ui/geometry.js", ui_geometry_js),
    FILE_ROW("ui/head.js", ui_head_js),
    FILE_ROW("ui/heights.js", ui_heights_js),
    FILE_ROW("ui/historycommands.js", ui_historycommands_js),
    FILE_ROW("ui/holds.js", ui_holds_js),
    FILE_ROW("ui/icon.svg", ui_icon_svg),
    FILE_ROW("ui/importdialog.js", ui_importdialog_js),
    FILE_ROW("ui/importpreview.js", ui_importpreview_js),
    FILE_ROW("ui/inspector.js", ui_inspector_js),
    FILE_ROW("ui/item.js", ui_item_js),
    FILE_ROW("ui/itemhistory.js", ui_itemhistory_js),
    FILE_ROW("ui/jsonelements.js", ui_jsonelements_js),
    FILE_ROW("ui/jsonflaw.js", ui_jsonflaw_js),
    FILE_ROW("ui/jsontext.js", ui_jsontext_js),
    FILE_ROW("ui/keys.js", ui_keys_js),
    FILE_ROW("ui/keyslist.js", ui_keyslist_js),
    FILE_ROW("ui/layout.js", ui_layout_js),
    FILE_ROW("ui/list.css", ui_list_css),
    FILE_ROW("ui/listcommands.js", ui_listcommands_js),
    FILE_ROW("ui/listview.js", ui_listview_js),
    FILE_ROW("ui/loader.js", ui_loader_js),
    FILE_ROW("ui/main.js", ui_main_js),
    FILE_ROW("ui/making.js", ui_making_js),
    FILE_ROW("ui/many.js", ui_many_js),
    FILE_ROW("ui/marks.js", ui_marks_js),
    FILE_ROW("ui/menu.js", ui_menu_js),
    FILE_ROW("ui/mergepatch.js", ui_mergepatch_js),
    FILE_ROW("ui/model.js", ui_model_js),
    FILE_ROW("ui/motion.js", ui_motion_js),
    FILE_ROW("ui/notices.js", ui_notices_js),
    FILE_ROW("ui/overview.js", ui_overview_js),
    FILE_ROW("ui/pages.css", ui_pages_css),
    FILE_ROW("ui/pages.js", ui_pages_js),
    FILE_ROW("ui/pagesession.js", ui_pagesession_js),
    FILE_ROW("ui/position.js", ui_position_js),
    FILE_ROW("ui/positions.js", ui_positions_js),
    FILE_ROW("ui/prose.js", ui_prose_js),
    FILE_ROW("ui/rawjson.js", ui_rawjson_js),
    FILE_ROW("ui/reference.js", ui_reference_js),
    FILE_ROW("ui/restore.js", ui_restore_js),
    FILE_ROW("ui/rowdialog.js", ui_rowdialog_js),
    FILE_ROW("ui/rowrules.js", ui_rowrules_js),
    FILE_ROW("ui/rows.js", ui_rows_js),
    FILE_ROW("ui/schemacontrols.js", ui_schemacontrols_js),
    FILE_ROW("ui/schemaform.js", ui_schemaform_js),
    FILE_ROW("ui/scroller.js", ui_scroller_js),
    FILE_ROW("ui/search.js", ui_search_js),
    FILE_ROW("ui/sectioncommands.js", ui_sectioncommands_js),
    FILE_ROW("ui/sections.js", ui_sections_js),
    FILE_ROW("ui/selection.js", ui_selection_js),
    FILE_ROW("ui/service.js", ui_service_js),
    FILE_ROW("ui/session.js", ui_session_js),
    FILE_ROW("ui/sums.js", ui_sums_js),
    FILE_ROW("ui/table.css", ui_table_css),
    FILE_ROW("ui/table.js", ui_table_js),
    FILE_ROW("ui/taps.js", ui_taps_js),
    FILE_ROW("ui/targets.js", ui_targets_js),
    FILE_ROW("ui/timeline.js", ui_timeline_js),
    FILE_ROW("ui/token.js", ui_token_js),
    FILE_ROW("ui/tools.js", ui_tools_js),
    FILE_ROW("ui/typedialog.js", ui_typedialog_js),
    FILE_ROW("ui/types.js", ui_types_js),
    FILE_ROW("ui/typesview.js", ui_typesview_js),
    FILE_ROW("ui/undo.js", ui_undo_js),
    FILE_ROW("ui/undobuttons.js", ui_undobuttons_js),
    FILE_ROW("ui/upload.js", ui_upload_js),
    FILE_ROW("ui/valueeditor.js", ui_valueeditor_js),
    FILE_ROW("ui/versions.js", ui_versions_js),
    FILE_ROW("ui/versionwords.js", ui_versionwords_js),
    FILE_ROW("ui/viewcondition.js", ui_viewcondition_js),
    FILE_ROW("ui/viewdialog.js", ui_viewdialog_js),
    FILE_ROW("ui/viewform.js", ui_viewform_js),
    FILE_ROW("ui/viewport.js", ui_viewport_js),
    FILE_ROW("ui/viewpreview.js", ui_viewpreview_js),
    FILE_ROW("ui/views.js", ui_views_js),
    FILE_ROW("ui/waiting.js", ui_waiting_js),
    FILE_ROW("ui/webhookdialogs.js", ui_webhookdialogs_js),
    FILE_ROW("ui/webhooks.js", ui_webhooks_js),
    FILE_ROW("ui/writes.js", ui_writes_js),
};

const page_file *page_files(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
