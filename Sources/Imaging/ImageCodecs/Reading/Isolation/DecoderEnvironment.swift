internal import Glibc

/// The environment variables of a decoder process: those that its libraries need, and no key or password that the
/// program has in others.
enum DecoderEnvironment {
    /// The names that are passed on.
    static let names: Set<String> = [
        "HOME", "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "LD_PRELOAD", "MALLOC_ARENA_MAX", "TZ", "VIPSHOME",
        "SWIFT_BACKTRACE", "GDK_PIXBUF_MODULE_FILE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_DIRS",
        "XDG_DATA_HOME",
        "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "LLVM_PROFILE_FILE",
    ]

    /// The starts of names that are passed on.
    static let prefixes = ["FC_", "FONTCONFIG_", "LC_", "VIPS_"]

    /// The variables that a decoder process always has, in place of others of their names.
    ///
    /// libvips keeps images in memory, which has a limit, because no temporary file can be written.
    static let fixed = ["VIPS_DISC_THRESHOLD=1000g"]

    /// The home folder of a decoder process that would have none: GLib would ask the system's services for it, which
    /// takes a socket.
    static let missingHome = "HOME=/nonexistent"

    /// True for a variable that is passed on.
    static func passes(_ name: String) -> Bool {
        let isFixed = fixed.contains { $0.hasPrefix(name + "=") }
        return !isFixed && (names.contains(name) || prefixes.contains { name.hasPrefix($0) })
    }

    /// Calls a function with the environment of a decoder process, which ends with nil.
    static func withVariables<Result>(_ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
        var variables: [UnsafeMutablePointer<CChar>] = []
        forEachVariable { name, entry in
            if passes(name) { variables.append(entry) }
        }
        let added = (fixed + (getenv("HOME") == nil ? [missingHome] : [])).compactMap { strdup($0) }
        defer { for variable in added { free(variable) } }
        return body(variables + added + [nil])
    }

    /// The environment of this process.
    static var current: [String: String] {
        var variables: [String: String] = [:]
        forEachVariable { name, entry in variables[name] = String(cString: entry + name.utf8.count + 1) }
        return variables
    }

    private static func forEachVariable(_ body: (String, UnsafeMutablePointer<CChar>) -> Void) {
        var next = environ
        while let entry = next.pointee {
            next += 1
            guard let sign = strchr(entry, Int32(UInt8(ascii: "="))) else { continue }
            let name = UnsafeBufferPointer(start: entry, count: sign - entry).map { UInt8(bitPattern: $0) }
            // Names that are not UTF-8 are none that a library knows.
            if let name = String(validating: name, as: UTF8.self) { body(name, entry) }
        }
    }
}
