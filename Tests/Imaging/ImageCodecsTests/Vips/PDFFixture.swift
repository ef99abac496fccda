/// PDF documents written by hand.
enum PDFFixture {
    /// Two pages of two by one inches; the left half is red on the first, blue on the second.
    static var twoPages: [UInt8] {
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>",
            "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 144 72]/Contents 5 0 R>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 144 72]/Contents 6 0 R>>",
            stream("1 0 0 rg 0 0 72 72 re f"),
            stream("0 0 1 rg 0 0 72 72 re f"),
        ]
        var file = "%PDF-1.4\n"
        var places: [Int] = []
        for (index, object) in objects.enumerated() {
            places.append(file.utf8.count)
            file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let table = file.utf8.count
        file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for place in places {
            let digits = String(place)
            file += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        file += "trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(table)\n%%EOF\n"
        return Array(file.utf8)
    }

    private static func stream(_ content: String) -> String {
        "<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream"
    }
}
