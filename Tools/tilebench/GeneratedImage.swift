internal import ArgumentParser
internal import Glibc
internal import TileContainers
internal import TilePyramid
internal import ToolSupport

/// The kinds of images that are cut: all show the same land.
enum GeneratedImage: String, ExpressibleByArgument, CaseIterable {
    case jpg, tif
    // Converted from the TIFF by libvips.
    case p3, upright6, progressive, cmyk, gray, png, rgba, lzw, deflate, jpegtiles512, int16, float32, int32, webp

    /// Returns the path of an image of a size; makes it unless it exists already.
    ///
    /// - Parameters:
    ///   - size: the size in pixels.
    ///   - folder: the folder that keeps it.
    ///   - python: the interpreter with pyvips, for the kinds that libvips converts.
    /// - Returns: the path.
    /// - Throws: what ends the tool; messages have been written.
    func image(of size: PixelSize, in folder: String, python: String) throws -> String {
        let path = "\(folder)/terrain-\(size.width)x\(size.height)-1\(fileExtension)"
        if access(path, R_OK) == 0 {
            return path
        }
        var command = [
            try ownPath(), "make-image", "--size", "\(size.width)x\(size.height)", "--seed", "1", "--quality", "88",
            path,
        ]
        if let conversion {
            guard Competitor.canRunDzsave(python: python) else {
                throw ValidationError("--source \(rawValue) is made by pyvips, which \(python) does not have.")
            }
            let script = """
                import pyvips, sys
                image = pyvips.Image.new_from_file(sys.argv[1])
                path = sys.argv[2] + '.partial'
                \(conversion)
                import os
                os.rename(path, sys.argv[2])
                """
            command = [
                python, "-c", script, try GeneratedImage.tif.image(of: size, in: folder, python: python), path,
            ]
        }
        Console.message("generating \(path) …")
        // In a separate process: the peak memory of later children would include that of this one when they start.
        guard let run = MeasuredRun.of(command), run.status == 0 else {
            Console.message(
                "\(path): the image could not be generated. The command was:\n\(command.joined(separator: " "))")
            throw ExitCode(70)
        }
        sync()
        return path
    }

    /// Whether tiles of JPEG can be cut from it without re-encoding.
    var isPassedThrough: Bool { [.jpg, .upright6, .progressive, .gray].contains(self) }

    /// The end of the file's name.
    private var fileExtension: String {
        switch self {
        case .jpg, .tif: ".\(rawValue)"
        case .p3, .upright6, .progressive, .cmyk, .gray: "-\(rawValue).jpg"
        case .png, .rgba: "-\(rawValue).png"
        case .lzw, .deflate, .jpegtiles512, .int16, .float32, .int32: "-\(rawValue).tif"
        case .webp: ".webp"
        }
    }

    /// The Python statement that writes `image`, which is in sRGB, to `path`; nil for the kinds that this program writes.
    private var conversion: String? {
        switch self {
        case .jpg, .tif: nil
        case .p3: "image.icc_export(output_profile='p3', depth=8).jpegsave(path, Q=88)"
        case .upright6:
            """
            image = image.rot270().copy()
            image.set_type(pyvips.GValue.gint_type, 'orientation', 6)
            image.jpegsave(path, Q=88)
            """
        case .progressive: "image.jpegsave(path, Q=88, interlace=True)"
        case .cmyk: "image.icc_export(output_profile='cmyk').jpegsave(path, Q=88)"
        case .gray: "image[1].copy(interpretation='b-w').jpegsave(path, Q=88)"
        case .png: "image.pngsave(path)"
        case .rgba:
            """
            alpha = pyvips.Image.xyz(image.width, image.height)[0] * (255 / image.width)
            image.bandjoin(alpha.cast('uchar')).copy(interpretation='srgb').pngsave(path)
            """
        case .lzw: "image.tiffsave(path, compression='lzw', predictor='horizontal')"
        case .deflate: "image.tiffsave(path, compression='deflate', tile=True, tile_width=512, tile_height=512)"
        case .jpegtiles512: "image.tiffsave(path, compression='jpeg', Q=88, tile=True, tile_width=512, tile_height=512)"
        case .int16: "(image * 257).cast('ushort').copy(interpretation='rgb16').tiffsave(path)"
        case .float32: "(image / 255).cast('float').copy(interpretation='scrgb').tiffsave(path)"
        case .int32: "(image * 16843009.0).cast('uint').copy(interpretation='rgb').tiffsave(path)"
        case .webp: "image.webpsave(path, Q=88)"
        }
    }

    /// The Python statement by which libvips does what tilecut does: upright, in sRGB, with 8 bits and without alpha.
    var preparation: String {
        switch self {
        case .p3, .cmyk:
            "image = image.icc_transform('srgb', embedded=True, intent='relative', black_point_compensation=True)"
        // Rows in another order cannot be read in sequence.
        case .upright6: "image = pyvips.Image.new_from_file(sys.argv[1]).autorot()"
        case .rgba: "image = image.flatten(background=255)"
        case .int16: "image = (image >> 8).cast('uchar').copy(interpretation='srgb')"
        case .float32: "image = (image * 255).cast('uchar').copy(interpretation='srgb')"
        case .int32: "image = (image >> 24).cast('uchar').copy(interpretation='srgb')"
        default: "pass"
        }
    }
}

/// Returns the path of this program.
private func ownPath() throws -> String {
    guard let resolved = realpath("/proc/self/exe", nil) else {
        throw ValidationError("/proc/self/exe cannot be resolved. Mount /proc.")
    }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// Returns the path of tilecut, built beside this program.
func tilecutPath() throws -> String {
    let path = FilePath.sibling("tilecut", of: try ownPath())
    guard access(path, X_OK) == 0 else {
        throw ValidationError("tilecut is missing beside tilebench. Build both: swift build -c release")
    }
    return path
}
