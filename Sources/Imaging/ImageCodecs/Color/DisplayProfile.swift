internal import CLittleCMS
internal import ImageMetadata

/// The ICC profile of a display.
public struct DisplayProfile: Sendable {
    /// The maximum size of a profile in bytes: 16 MiB.
    public static let byteLimit = 16 << 20

    /// The profile's name, such as "Display P3", which may contain any characters; nil if there is none.
    public let name: String?
    private let profile: ICCProfile

    /// Creates a profile from its bytes; nil if they are none, or not for red, green and blue.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.byteLimit, let profile = ICCProfile(bytes), profile.space == .rgb else { return nil }
        self.profile = profile
        name = profile.name
    }

    /// Converts a grid of sRGB colors to the display's colors, relative colorimetric with black point compensation.
    ///
    /// - Parameter gridPoints: the number of values of each channel, evenly from 0 to 1; at least 2.
    /// - Returns: red, green and blue of each color, in the order in which the blue of the grid changes fastest and the red
    ///   slowest; nil if the profile is damaged.
    /// - Throws: `CodecError` when Little CMS cannot be loaded.
    public func colors(gridPoints: Int) throws -> [UInt16]? {
        precondition((2...64).contains(gridPoints), "a grid has 2 to 64 points in each direction")
        let functions = try LittleCMSLibrary.functions(file: "the profile of the display")
        let cms = functions.pointee
        let bytes = profile.bytes
        guard let display = cms.OpenProfileFromMem(bytes, cmsUInt32Number(clamping: bytes.count)) else { return nil }
        defer { _ = cms.CloseProfile(display) }
        guard let sRGB = cms.Create_sRGBProfile() else { return nil }
        defer { _ = cms.CloseProfile(sRGB) }
        let format = tk_cms_format(3, 0, 2)
        guard let transform = tk_cms_transform(functions, sRGB, format, display, format, 0, TK_CMS_EXACT) else {
            return nil
        }
        defer { cms.DeleteTransform(transform) }
        let steps = gridPoints - 1
        let values = (0...steps).map { UInt16(truncatingIfNeeded: ($0 * 65535 + steps / 2) / steps) }
        let grid = values.flatMap { red in values.flatMap { green in values.flatMap { [red, green, $0] } } }
        return [UInt16](unsafeUninitializedCapacity: grid.count) { buffer, count in
            guard let colors = buffer.baseAddress else { return }
            cms.DoTransform(transform, grid, colors, cmsUInt32Number(truncatingIfNeeded: grid.count / 3))
            count = grid.count
        }
    }

    /// Whether the display's colors are those of sRGB, except for rounding.
    ///
    /// - Throws: `CodecError` when Little CMS is needed and cannot be loaded.
    public func isSRGB() throws -> Bool {
        try ICCProfile.isSRGB(profile.bytes, file: "the profile of the display")
    }
}
