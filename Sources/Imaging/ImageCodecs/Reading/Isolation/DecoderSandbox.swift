internal import Glibc
internal import Sandboxing

/// The rights of a decoder process from before it reads an image.
enum DecoderSandbox {
    /// Files that decoders may read, and what for.
    struct Row: Hashable {
        /// The path of a file, or of a folder with everything below.
        var path: String
        /// The use of the files, as a noun.
        var reason: String
    }

    /// The files that are read on every system, most of which come with its packages.
    static let systemRows: [Row] = [
        Row(path: "/usr/lib", reason: "libraries and their modules"),
        Row(path: "/usr/lib64", reason: "libraries and their modules"),
        Row(path: "/usr/local/lib", reason: "libraries and their modules"),
        Row(path: "/lib", reason: "libraries and their modules"),
        Row(path: "/lib64", reason: "libraries and their modules"),
        Row(path: "/etc/ld.so.cache", reason: "the places of libraries"),
        Row(path: "/usr/share/fonts", reason: "fonts, for SVG and PDF"),
        Row(path: "/usr/local/share/fonts", reason: "fonts, for SVG and PDF"),
        Row(path: "/usr/share/X11/fonts", reason: "fonts, for SVG and PDF"),
        Row(path: "/etc/fonts", reason: "fontconfig's settings"),
        Row(path: "/usr/share/fontconfig", reason: "fontconfig's settings"),
        Row(path: "/var/cache/fontconfig", reason: "fontconfig's cache"),
        Row(path: "/usr/share/poppler", reason: "character sets of PDFs that do not embed their fonts"),
        Row(path: "/sys/devices/system/cpu", reason: "the number of processors, for the threads of decoders"),
        Row(path: "/sys/devices/system/node", reason: "the number of processors, for the threads of decoders"),
    ]

    /// The files that the variables of an environment name: libraries, and a user's own fonts.
    static func rows(environment: [String: String]) -> [Row] {
        var rows: [Row] = []
        func add(_ folder: String?, _ names: [String], _ reason: String) {
            // A relative path would depend on where the program was started, and the root folder would allow everything.
            guard let folder, folder.hasPrefix("/") else { return }
            for name in names {
                let path = name.isEmpty ? folder : "\(folder)/\(name)"
                if path.contains(where: { $0 != "/" }) { rows.append(Row(path: path, reason: reason)) }
            }
        }
        for folder in (environment["LD_LIBRARY_PATH"] ?? "").split(separator: ":") {
            add(String(folder), [""], "libraries and their modules")
        }
        add(environment["VIPSHOME"], ["lib"], "libraries and their modules")
        let home = environment["HOME"]
        add(home, [".fonts", ".local/share/fonts"], "the user's fonts")
        add(environment["XDG_DATA_HOME"], ["fonts"], "the user's fonts")
        add(home, [".fonts.conf", ".fonts.conf.d", ".config/fontconfig"], "fontconfig's settings")
        add(environment["XDG_CONFIG_HOME"], ["fontconfig"], "fontconfig's settings")
        add(environment["FONTCONFIG_FILE"], [""], "fontconfig's settings")
        add(environment["FONTCONFIG_PATH"], [""], "fontconfig's settings")
        add(home, [".cache/fontconfig", ".fontconfig"], "fontconfig's cache")
        add(environment["XDG_CACHE_HOME"], ["fontconfig"], "fontconfig's cache")
        return rows
    }

    /// The image that a decoder process may read; nothing for one that decodes tiles, which it gets in memory.
    struct Image: Hashable {
        /// The descriptor of its file, which some libraries open by a name.
        var descriptor: Int32?
        /// The path by which it is opened, with the mask and the metadata beside it; nil where it is opened by the descriptor.
        var path: String?

        /// The paths that can be read.
        var paths: [String] { path.map { [$0] + TIFFValidity.companions(of: $0) } ?? [] }
    }

    /// The sandbox of a decoder process.
    ///
    /// - Parameters:
    ///   - image: the image that it may read.
    ///   - environment: the variables of the process.
    /// - Returns: the files that it reads, whether they exist or not.
    static func sandbox(image: Image, environment: [String: String]) -> Sandbox {
        Sandbox(
            readablePaths: (systemRows + rows(environment: environment)).map(\.path) + image.paths,
            readableDescriptors: image.descriptor.map { [$0] } ?? [])
    }
}

extension DecoderProcess {
    /// The names of the kernel's means that limit decoder processes; "none" without them.
    package static var sandboxMeans: String { SandboxSupport.current.description }

    /// The damage that a faulty decoder can do where the kernel lacks a means, with the remedy; nil where it lacks none.
    package static var sandboxWarning: String? { warning(SandboxSupport.current) }

    static func warning(_ support: SandboxSupport) -> String? {
        switch (support.landlockVersion != nil, support.filtersSystemCalls) {
        case (true, true): nil
        case (true, false):
            "decoders of images can open connections and start processes, because seccomp is missing or forbidden here. "
                + "Serve images of strangers from a container without a network."
        case (false, true):
            "decoders of images can read all files of this user, because Landlock is missing or forbidden here. Serve "
                + "images of strangers as a user who can read nothing else, or on Linux 5.13 or newer."
        case (false, false):
            "decoders of images have all rights of this user, because Landlock and seccomp are missing or forbidden here. "
                + "Serve images of strangers from a container without other files and without a network, or on Linux 5.13 "
                + "or newer."
        }
    }
}
