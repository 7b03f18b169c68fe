#include "description.h"

/* C23, and so an extension to the C of this package; clang has it since 19. The compiler notes the file as what this one depends on. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char yaml[] = {
#embed "../../api/openapi.yaml"
};

const unsigned char *description_yaml(size_t *count) {
    *count = sizeof yaml;
    return yaml;
}
