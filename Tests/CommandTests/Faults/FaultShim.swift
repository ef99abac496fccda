import Foundation
import Testing

/// A library that is loaded into a tool (`LD_PRELOAD`) and makes its file operations fail, or kills it, at a chosen one.
///
/// Operations count if they change something below one folder: creating and removing files and folders, links, writing,
/// truncating and renaming. It needs no privilege, and works the same for root, whom permissions and quotas do not stop.
enum FaultShim {
    /// The path of the library, beside the tools; it is compiled once by the C compiler that `swift build` needs as well.
    static let path: Result<String, any Error> = Result {
        let source = "\(BuiltTool.folder)/fault-shim.c"
        let library = "\(BuiltTool.folder)/fault-shim.so"
        try Data(code.utf8).write(to: URL(fileURLWithPath: source), options: .atomic)
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments = ["clang", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0, "clang compiles the library")
        return library
    }

    private static let code = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <limits.h>
        #include <signal.h>
        #include <stdarg.h>
        #include <stdatomic.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/stat.h>
        #include <sys/syscall.h>
        #include <sys/uio.h>
        #include <time.h>
        #include <unistd.h>

        // The functions of the C library, which these replace.
        #define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

        static atomic_long calls;

        // Flags that create a file, with or without a name.
        #define CREATES (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))

        static int isBelow(const char *path) {
            const char *folder = getenv("FAULT_FOLDER");
            size_t length = folder ? strlen(folder) : 0;
            return length > 0 && strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
        }

        static void linkOf(int file, char *path) {
            char name[64];
            snprintf(name, sizeof name, "/proc/self/fd/%d", file);
            ssize_t count = readlink(name, path, PATH_MAX - 1);
            path[count < 0 ? 0 : count] = 0;
        }

        static void fullPath(int folder, const char *path, char *full) {
            char base[PATH_MAX] = "";
            if (path[0] == '/') {
                snprintf(full, PATH_MAX, "%s", path);
                return;
            }
            if (folder == AT_FDCWD) getcwd(base, sizeof base); else linkOf(folder, base);
            snprintf(full, PATH_MAX, "%.2000s/%.2000s", base, path);
        }

        // Counts an operation; returns 0 if it takes place, else -1 with errno set. Does not return if it is the last.
        static int enter(const char *call, const char *path) {
            const char *only = getenv("FAULT_CALLS"), *log = getenv("FAULT_LOG"), *first = getenv("FAULT_FIRST");
            if (!isBelow(path) || only && *only && !strstr(only, call)) return 0;
            long number = atomic_fetch_add(&calls, 1) + 1;
            if (log) {
                int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT, 0666);
                dprintf(file, "%s %s\n", call, path + strlen(getenv("FAULT_FOLDER")));
                close(file);
            }
            if (!first || number < atol(first)) return 0;
            const char *code = getenv("FAULT_ERRNO");
            if (!code) {
                kill(getpid(), SIGKILL);
                for (;;) pause();
            }
            errno = atoi(code);
            return -1;
        }

        static int enterAt(const char *call, int folder, const char *path) {
            int saved = errno;
            char full[PATH_MAX];
            fullPath(folder, path, full);
            if (enter(call, full)) return -1;
            errno = saved;
            return 0;
        }

        static int enterFile(const char *call, int file) {
            int saved = errno;
            char path[PATH_MAX];
            linkOf(file, path);
            if (enter(call, path)) return -1;
            errno = saved;
            return 0;
        }

        #define OPENAT(name) \
            int name(int folder, const char *path, int flags, ...) { \
                va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list); \
                if (flags & CREATES && enterAt("create", folder, path)) return -1; \
                return REAL(name)(folder, path, flags, mode); \
            }
        #define OPEN(name) \
            int name(const char *path, int flags, ...) { \
                va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list); \
                if (flags & CREATES && enterAt("create", AT_FDCWD, path)) return -1; \
                return REAL(name)(path, flags, mode); \
            }
        OPENAT(openat) OPENAT(openat64) OPEN(open) OPEN(open64)
        int mkstemp(char *path) { return enterAt("create", AT_FDCWD, path) ? -1 : REAL(mkstemp)(path); }
        int mkstemp64(char *path) { return enterAt("create", AT_FDCWD, path) ? -1 : REAL(mkstemp64)(path); }

        int mkdirat(int folder, const char *path, mode_t mode) {
            return enterAt("create", folder, path) ? -1 : REAL(mkdirat)(folder, path, mode);
        }
        int mkdir(const char *path, mode_t mode) {
            return enterAt("create", AT_FDCWD, path) ? -1 : REAL(mkdir)(path, mode);
        }
        int linkat(int from, const char *old, int to, const char *path, int flags) {
            return enterAt("create", to, path) ? -1 : REAL(linkat)(from, old, to, path, flags);
        }

        ssize_t write(int file, const void *bytes, size_t count) {
            return enterFile("write", file) ? -1 : REAL(write)(file, bytes, count);
        }
        #define PWRITE(name, type, size, offset) \
            ssize_t name(int file, type bytes, size count, offset start) { \
                return enterFile("write", file) ? -1 : REAL(name)(file, bytes, count, start); \
            }
        PWRITE(pwrite, const void *, size_t, off_t) PWRITE(pwrite64, const void *, size_t, off64_t)
        PWRITE(pwritev, const struct iovec *, int, off_t) PWRITE(pwritev64, const struct iovec *, int, off64_t)
        int ftruncate(int file, off_t size) { return enterFile("write", file) ? -1 : REAL(ftruncate)(file, size); }
        int ftruncate64(int file, off64_t size) { return enterFile("write", file) ? -1 : REAL(ftruncate64)(file, size); }

        int unlinkat(int folder, const char *path, int flags) {
            return enterAt("remove", folder, path) ? -1 : REAL(unlinkat)(folder, path, flags);
        }
        int unlink(const char *path) { return enterAt("remove", AT_FDCWD, path) ? -1 : REAL(unlink)(path); }
        int rmdir(const char *path) { return enterAt("remove", AT_FDCWD, path) ? -1 : REAL(rmdir)(path); }

        int rename(const char *old, const char *path) {
            return enterAt("rename", AT_FDCWD, path) ? -1 : REAL(rename)(old, path);
        }
        int fchmod(int file, mode_t mode) { return enterFile("chmod", file) ? -1 : REAL(fchmod)(file, mode); }

        long syscall(long number, ...) {
            va_list list;
            va_start(list, number);
            long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long),
                e = va_arg(list, long), f = va_arg(list, long);
            va_end(list);
            if (number == SYS_renameat2 && enterAt("rename", (int)c, (const char *)d)) return -1;
            if (number == 437 && enterAt("create", (int)a, (const char *)b)) return -1;
            return REAL(syscall)(number, a, b, c, d, e, f);
        }

        int clock_gettime(clockid_t clock, struct timespec *time) {
            int result = REAL(clock_gettime)(clock, time);
            const char *shift = getenv("FAULT_CLOCK");
            if (shift && clock == CLOCK_REALTIME) time->tv_sec += atol(shift);
            return result;
        }
        time_t time(time_t *result) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            if (result) *result = now.tv_sec;
            return now.tv_sec;
        }
        """#
}

/// The faults of one run of a tool.
struct Faults {
    /// The number of the first operation that fails, from 1.
    ///
    /// All later ones fail as well. `nil` lets all succeed.
    var first: Int?
    /// The error of the operations; `nil` kills the tool instead.
    var code: Int32?
    /// The operations that count.
    ///
    /// They are `create`, `write`, `remove`, `rename` and `chmod`. The default is all.
    var calls: [String] = []
    /// The seconds by which the clock is wrong.
    var clockShift = 0
    /// The folder whose operations count; the default is the tool's working folder.
    var folder: String?

    /// Kills the tool at an operation.
    static func kill(at number: Int) -> Faults { Faults(first: number) }

    /// Runs `tilecut` with these faults.
    ///
    /// - Returns: what it wrote and its status, and the operations that it began, such as "write /p.szi.partial".
    func run(_ arguments: [String], in scratch: ScratchFolder) throws -> (outcome: BuiltTool.Outcome, calls: [String]) {
        let log = try ScratchFolder()
        // The shell's folder has no links in its path, as the descriptors' have none.
        var variables = [
            "LD_PRELOAD=\(try FaultShim.path.get())", "FAULT_FOLDER=\(folder ?? "$(pwd -P)")",
            "FAULT_LOG=\(log("log"))",
            "FAULT_CALLS=\(calls.joined(separator: ","))", "FAULT_CLOCK=\(clockShift)",
        ]
        if let first { variables.append("FAULT_FIRST=\(first)") }
        if let code { variables.append("FAULT_ERRNO=\(code)") }
        let prelude = variables.map { "\"\($0)\"" }.joined(separator: " ")
        let outcome = try BuiltTool.run(arguments, in: scratch, shell: "ulimit -c 0; exec env \(prelude) \"$@\"")
        let text = (try? log.bytes("log")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return (outcome, text.split(separator: "\n").map(String.init))
    }
}
