#include "description.h"

/* C23, and so an extension to the C of this package; clang has it since 19. The compiler notes both files as what this one depends on. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char yaml[] = {
#embed "../../api/openapi.yaml"
};

static const unsigned char json[] = {
#embed "../../api/openapi.json"
};

const unsigned char *description_yaml(size_t *count) {
    *count = sizeof yaml;
    return yaml;
}

const unsigned char *description_json(size_t *count) {
    *count = sizeof json;
    return json;
}
