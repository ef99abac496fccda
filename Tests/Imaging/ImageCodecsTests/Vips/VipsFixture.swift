internal import CVips
internal import Testing

@testable internal import ImageCodecs

/// Pixels to be encoded by libvips.
struct VipsFixture {
    var width: Int
    var height: Int
    var bands: Int
    var format = VIPS_FORMAT_UCHAR
    var interpretation = VIPS_INTERPRETATION_sRGB
    var profile: [UInt8]?
    /// Integers of the metadata.
    var integers: [String: Int] = [:]
    var sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int

    init(_ width: Int, _ height: Int, bands: Int, sample: @escaping (_ x: Int, _ y: Int, _ channel: Int) -> Int) {
        self.width = width
        self.height = height
        self.bands = bands
        self.sample = sample
        if bands < 3 {
            interpretation = VIPS_INTERPRETATION_B_W
        }
    }

    /// Four rectangles: red, green, blue and white.
    static func quadrants(_ width: Int, _ height: Int) -> VipsFixture {
        VipsFixture(width, height, bands: 3) { x, y, channel in
            Self.colors[(y * 2 / height) * 2 + x * 2 / width][channel]
        }
    }

    /// The colors of ``quadrants(_:_:)``, row by row.
    static let colors = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]

    /// Encodes the pixels with a saver, such as "jpegsave_buffer"; a missing saver fails the test.
    func encoded(_ saver: String, _ options: [String: String] = [:]) throws -> [UInt8] {
        try VipsRuntime.start(file: saver)
        let image = try makeImage()
        let operation = try #require(vips.pointee.operation_new(saver), "libvips has no \(saver)")
        defer { g_object_unref(operation) }
        let object = UnsafeMutableRawPointer(operation).assumingMemoryBound(to: VipsObject.self)
        setImage(image, of: operation)
        for (name, value) in options {
            try #require(
                vips.pointee.object_set_argument_from_string(object, name, value) == 0, "\(saver) has no \(name)")
        }
        guard vips.pointee.object_build(object) == 0 else { throw VipsErrorBuffer.take(file: saver) }
        defer { vips.pointee.object_unref_outputs(object) }
        var value = GValue()
        g_value_init(&value, vips.pointee.blob_get_type())
        defer { g_value_unset(&value) }
        g_object_get_property(
            UnsafeMutableRawPointer(operation).assumingMemoryBound(to: GObject.self), "buffer", &value)
        let area = try #require(g_value_get_boxed(&value)).assumingMemoryBound(to: VipsArea.self)
        return Array(UnsafeRawBufferPointer(start: area.pointee.data, count: area.pointee.length))
    }

    private func setImage(_ image: VipsHandle, of operation: UnsafeMutablePointer<VipsOperation>) {
        var value = GValue()
        g_value_init(&value, vips.pointee.image_get_type())
        defer { g_value_unset(&value) }
        g_value_set_object(&value, image.image)
        g_object_set_property(UnsafeMutableRawPointer(operation).assumingMemoryBound(to: GObject.self), "in", &value)
    }

    private func makeImage() throws -> VipsHandle {
        let size = Int(vips.pointee.format_sizeof(format))
        var data: [UInt8] = []
        data.reserveCapacity(width * height * bands * size)
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<bands {
                    var value = sample(x, y, channel)
                    for _ in 0..<size {
                        data.append(UInt8(truncatingIfNeeded: value))
                        value >>= 8
                    }
                }
            }
        }
        let image = try VipsHandle.make(file: "fixture") { out in
            out = vips.pointee.image_new_from_memory_copy(
                data, data.count, Int32(width), Int32(height), Int32(bands), format)
            return out == nil ? -1 : 0
        }
        image.image.pointee.Type = interpretation
        if let profile {
            vips.pointee.image_set_blob_copy(image.image, VIPS_META_ICC_NAME, profile, profile.count)
        }
        for (name, value) in integers {
            vips.pointee.image_set_int(image.image, name, Int32(value))
        }
        return image
    }
}

extension VipsFixture {
    /// A profile built into libvips.
    static func profile(_ name: String) throws -> [UInt8] {
        try VipsRuntime.start(file: name)
        let area = try #require(tk_vips_profile_load(vips, name))
        defer { vips.pointee.area_unref(area) }
        return Array(UnsafeRawBufferPointer(start: area.pointee.data, count: area.pointee.length))
    }
}
