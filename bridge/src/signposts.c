// Signposts for Rust. Their names have to be literals, and the calls are macros. Apple systems only.

#include <dispatch/dispatch.h>
#include <os/log.h>
#include <os/signpost.h>
#include <stdint.h>

// Shown only while an instrument records.
static os_log_t signposts(void) {
    static os_log_t log;
    static dispatch_once_t once;
    dispatch_once(&once, ^{
        log = os_log_create("local.tandem.Tandem", OS_LOG_CATEGORY_DYNAMIC_TRACING);
    });
    return log;
}

// The numbers of the intervals are those of signposts.rs.
void tandem_signpost_begin(uint8_t interval, uint64_t number) {
    if (interval == 0) {
        os_signpost_interval_begin(signposts(), number, "prefill");
    } else {
        os_signpost_interval_begin(signposts(), number, "round");
    }
}

void tandem_signpost_end(uint8_t interval, uint64_t number) {
    if (interval == 0) {
        os_signpost_interval_end(signposts(), number, "prefill");
    } else {
        os_signpost_interval_end(signposts(), number, "round");
    }
}
