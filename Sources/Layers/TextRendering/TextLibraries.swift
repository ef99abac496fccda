internal import CPango

/// The libraries that find fonts, lay out text and draw glyphs.
package enum TextLibraries {
    /// The names and versions of the libraries on this system.
    package static var versions: [String] {
        let pango = pango_version_string().map { String(cString: $0) } ?? ""
        let fontconfig = FcGetVersion()
        return [
            "Pango \(pango)", "FreeType \(freeType)",
            "Fontconfig \(fontconfig / 10_000).\(fontconfig / 100 % 100).\(fontconfig % 100)",
        ]
    }

    private static var freeType: String {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0 else { return "" }
        defer { FT_Done_FreeType(library) }
        var major = FT_Int(0)
        var minor = FT_Int(0)
        var patch = FT_Int(0)
        FT_Library_Version(library, &major, &minor, &patch)
        return "\(major).\(minor).\(patch)"
    }
}
