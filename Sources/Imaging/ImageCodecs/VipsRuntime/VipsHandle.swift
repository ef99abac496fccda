internal import CVips

/// Owns one reference to a libvips image, released with `g_object_unref`.
final class VipsHandle {
    /// The image; valid as long as this object lives.
    let image: UnsafeMutablePointer<VipsImage>

    /// Takes ownership of one reference to an image.
    init(owning image: UnsafeMutablePointer<VipsImage>) {
        self.image = image
    }

    deinit {
        g_object_unref(image)
    }

    /// Runs a libvips call that creates an image, and takes ownership of the result.
    ///
    /// - Throws: ``CodecError`` with the text in the error buffer, when the call fails.
    static func make(
        file: String, _ operation: (inout UnsafeMutablePointer<VipsImage>?) -> Int32
    ) throws -> VipsHandle {
        var result: UnsafeMutablePointer<VipsImage>?
        guard operation(&result) == 0, let result else { throw VipsErrorBuffer.take(file: file) }
        return VipsHandle(owning: result)
    }

    /// The width in pixels.
    var width: Int { Int(image.pointee.Xsize) }
    /// The height in pixels.
    var height: Int { Int(image.pointee.Ysize) }
    /// The samples per pixel.
    var bands: Int { Int(image.pointee.Bands) }
    /// The type of a sample.
    var format: VipsBandFormat { image.pointee.BandFmt }
    /// The color space of the samples.
    var interpretation: VipsInterpretation { image.pointee.Type }

    /// An integer of the image's metadata (`vips_image_get_int`); nil if there is none of that name.
    func integer(_ name: String) -> Int? {
        var value: Int32 = 0
        guard vips.pointee.image_get_typeof(image, name) != 0, vips.pointee.image_get_int(image, name, &value) == 0
        else { return nil }
        return Int(value)
    }

    /// A copy of a blob of the image's metadata (`vips_image_get_blob`); nil if there is none of that name.
    func bytes(_ name: String) -> [UInt8]? {
        var start: UnsafeRawPointer?
        var count = 0
        guard vips.pointee.image_get_typeof(image, name) != 0,
            vips.pointee.image_get_blob(image, name, &start, &count) == 0, let start
        else { return nil }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}
