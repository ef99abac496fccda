internal import Glibc
internal import TilePyramid
internal import XMLDocuments

/// The `scan-properties.xml` of an SZI archive (SZI 1.2, https://github.com/smartinmedia/SZI-Format).
struct ScanProperties: Hashable {
    static let fileName = "scan-properties.xml"

    /// The most bytes of such a file that are accepted.
    static let byteLimit = 4 << 20

    /// The names and values in their order.
    var properties: [PyramidProperty]
    /// The date of the file, such as `2018-11-24`.
    var date: String

    /// Creates the properties that the format requires.
    ///
    /// An unknown size of a pixel is written as 0: readers that require a number get one, and cannot mistake it for a
    /// real size.
    init(of pyramid: Pyramid, micronsPerPixel: PyramidTarget.MicronsPerPixel?, date: String = today()) {
        let across = micronsPerPixel?.x ?? 0
        let down = micronsPerPixel?.y ?? 0
        properties = [
            PyramidProperty("ImageWidth", "\(pyramid.size.width)"),
            PyramidProperty("ImageHeight", "\(pyramid.size.height)"),
            PyramidProperty("MicronsPerPixel", Self.number((across + down) / 2)),
            PyramidProperty("MicronsPerPixelX", Self.number(across)),
            PyramidProperty("MicronsPerPixelY", Self.number(down)),
        ]
        self.date = date
    }

    private static func number(_ value: Double) -> String {
        // Checked: less than a billion.
        value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
    }

    /// The current date in UTC.
    static func today() -> String {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    }

    /// The text of the file.
    var xml: String {
        let lines = properties.map { property in
            """
                <property>
                  <name>\(XMLElement.escaped(property.name))</name>
                  <value>\(XMLElement.escaped(property.value))</value>
                </property>

            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <image xmlns="http://www.pathozoom.com/szi" date="\(date)" version="1.0">
              <properties>
            \(lines.joined())  </properties>
            </image>

            """
    }
}

extension ScanProperties {
    /// Parses a file of any program.
    ///
    /// libvips, for example, adds types to values and the time to the date.
    ///
    /// - Throws: ``StoreError`` with code ``StoreError/Code/malformed``.
    init(parsing bytes: [UInt8], path: String) throws {
        let root = try XMLElement(descriptor: bytes, path: "\(path)/\(Self.fileName)")
        date = root.attributes["date"] ?? ""
        let all = root.children.filter { $0.name == "properties" }.flatMap(\.children)
        properties = all.filter { $0.name == "property" }.compactMap { property in
            guard let name = property.child("name"), let value = property.child("value") else { return nil }
            return PyramidProperty(name.text, value.text)
        }
    }
}
