internal import CVips

/// The one owner of a libvips image: a reference that is given up with the handle (`g_object_unref`).
final class VipsHandle {
    /// The image; valid as long as this handle lives.
    let image: UnsafeMutablePointer<VipsImage>

    /// Takes over one reference to an image.
    init(owning image: UnsafeMutablePointer<VipsImage>) {
        self.image = image
    }

    deinit {
        g_object_unref(image)
    }

    /// Runs an operation that makes an image, and owns what it made.
    ///
    /// - Parameters:
    ///   - file: the name for messages.
    ///   - operation: a libvips call that returns 0 and sets its argument, or fails and leaves text in the error buffer.
    /// - Returns: the owner of the new image.
    /// - Throws: ``CodecError`` made of libvips' own text.
    static func make(
        file: String, _ operation: (inout UnsafeMutablePointer<VipsImage>?) -> Int32
    ) throws -> VipsHandle {
        var result: UnsafeMutablePointer<VipsImage>?
        guard operation(&result) == 0, let result else { throw VipsErrorBuffer.take(file: file) }
        return VipsHandle(owning: result)
    }

    /// Columns.
    var width: Int { Int(image.pointee.Xsize) }
    /// Rows.
    var height: Int { Int(image.pointee.Ysize) }
    /// Samples in a pixel.
    var bands: Int { Int(image.pointee.Bands) }
    /// The type of a sample.
    var format: VipsBandFormat { image.pointee.BandFmt }
    /// What the samples stand for.
    var interpretation: VipsInterpretation { image.pointee.Type }

    /// A whole number among the image's metadata (`vips_image_get_int`); nil if there is none of that name.
    func integer(_ name: String) -> Int? {
        var value: Int32 = 0
        guard vips.pointee.image_get_typeof(image, name) != 0, vips.pointee.image_get_int(image, name, &value) == 0
        else { return nil }
        return Int(value)
    }

    /// Bytes among the image's metadata (`vips_image_get_blob`), copied; nil if there are none of that name.
    func bytes(_ name: String) -> [UInt8]? {
        var start: UnsafeRawPointer?
        var count = 0
        guard vips.pointee.image_get_typeof(image, name) != 0,
            vips.pointee.image_get_blob(image, name, &start, &count) == 0, let start
        else { return nil }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}
