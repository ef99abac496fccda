extension CorpusSeeds {
    /// Requests to a server, and lists of images.
    static func requestsAndLists() -> [String: [String: [UInt8]]] {
        let image = """
            GET /iiif/3/image/0,0,32,20/16,/!90/gray.png HTTP/1.1
            Host: localhost:8000
            Accept: image/webp,*/*;q=0.8
            If-None-Match: W/"a", "b"
            """
        let information = """
            GET /iiif/2/image/info.json HTTP/1.1
            Host: tiles.example.org
            Accept: application/ld+json
            Accept-Encoding: gzip;q=0.5, *;q=0
            X-Forwarded-Proto: https
            X-Forwarded-Host: a.example
            """
        let part = """
            GET /files/image HTTP/1.1
            Host: 127.0.0.1
            Range: bytes=0-99
            If-Match: *
            """
        let deepzoom = """
            HEAD http://localhost/dzi/image_files/5/1_0.png HTTP/1.1
            Host: localhost
            Forwarded: proto=https;host="b.example:80"
            """
        let list = """
            GET /index.json?a=b HTTP/1.1
            Host: [::1]:8000
            Accept-Encoding: gzip
            """
        let georeferenced = """
            {"mosaic": 1, "size": [64, 48], "background": [1, 2, 3], "crs": "EPSG:25832", "resolution": 0.5,
             "geotransform": [500000, 0.5, 0, 5400000, 0, -0.5], "description": "two images",
             "images": [{"path": "a.png", "x": 0, "y": 0.5, "priority": 2, "page": 1},
                        {"path": "b/c.tif", "x": 32, "y": 0, "width": 16, "height": 12, "part": [0, 0, 32, 24]}]}
            """
        let plain = """
            {"mosaic": 1, "images": [{"path": "a.png", "x": 0, "y": 0}, {"path": "a.png", "x": 10.5, "y": -3}]}
            """
        return [
            "request": [
                "iiif": Array(image.utf8),
                "information": Array(information.utf8),
                "part": Array(part.utf8),
                "deepzoom": Array(deepzoom.utf8),
                "list": Array(list.utf8),
            ],
            "mosaic": [
                "georeferenced": Array(georeferenced.utf8),
                "plain": Array(plain.utf8),
            ],
        ]
    }
}
