package import TilePyramid

/// Makes JP2 files from codestreams (ISO 15444-1, annex I).
package enum JPEG2000ContainerBuilder {
    /// Wraps a codestream of 8 bits per sample.
    ///
    /// - Parameters:
    ///   - codestream: the codestream.
    ///   - size: the width and height of the image.
    ///   - channels: the number of channels: gray or RGB, the last one alpha if `hasAlpha`.
    ///   - hasAlpha: whether the last channel is alpha, by which colors are not multiplied.
    ///   - profile: the ICC profile of the colors; nil for sRGB, or gray with its curve.
    ///   - exif: a TIFF-structured EXIF block; nil for none.
    /// - Returns: the bytes of the file.
    package static func file(
        _ codestream: [UInt8], size: PixelSize, channels: Int, hasAlpha: Bool, profile: [UInt8]?, exif: [UInt8]?
    ) -> [UInt8] {
        // Height, width, channels, 8 bits unsigned, compression by JPEG 2000, a known color space, no rights (I.5.3.1).
        var header = box("ihdr", word(size.height) + word(size.width) + short(channels) + [7, 7, 0, 0])
        let colors = hasAlpha ? channels - 1 : channels
        // The method, its precedence and approximation, then sRGB (16), gray (17), or the profile (I.5.3.3).
        header += box("colr", profile.map { [2, 0, 0] + $0 } ?? [1, 0, 0] + word(colors == 1 ? 17 : 16))
        if hasAlpha {
            // Each channel with its type and its color; opacity of the whole image is of type 1 and color 0 (I.5.3.6).
            let definitions = (0..<channels).flatMap { channel in
                short(channel) + (channel < colors ? short(0) + short(channel + 1) : short(1) + short(0))
            }
            header += box("cdef", short(channels) + definitions)
        }
        var file = box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
        file += box("jp2h", header)
        if let exif {
            file += box("uuid", Array("JpgTiffExif->JP2".utf8) + exif)
        }
        return file + box("jp2c", codestream)
    }

    /// A box: its length including the head, its type, its content.
    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        word(content.count + 8) + Array(type.utf8) + content
    }

    private static func word(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    private static func short(_ number: Int) -> [UInt8] { Array(word(number).suffix(2)) }
}
