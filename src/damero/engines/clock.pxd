"""A clock that only goes forward."""

from libc.stdint cimport int64_t

cdef extern from *:
    """
    #ifdef _WIN32
    #define WIN32_LEAN_AND_MEAN
    #include <windows.h>
    static inline int64_t nanoseconds_now(void) {
        LARGE_INTEGER ticks, per_second;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&per_second);
        return ticks.QuadPart / per_second.QuadPart * 1000000000
            + ticks.QuadPart % per_second.QuadPart * 1000000000 / per_second.QuadPart;
    }
    #else
    #include <time.h>
    static inline int64_t nanoseconds_now(void) {
        struct timespec time;
        clock_gettime(CLOCK_MONOTONIC, &time);
        return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
    }
    #endif
    """
    int64_t nanoseconds_now() noexcept nogil

cdef inline double seconds_now() noexcept nogil:
    return nanoseconds_now() * 1e-9
