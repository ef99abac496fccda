/// OME-XML as programs write it, typed after the schema of 2016-06.
enum OMETexts {
    static let start = """
        <?xml version="1.0" encoding="UTF-8"?><!-- a comment --><OME \
        xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06" \
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" UUID="urn:uuid:11111111-0000-0000-0000-000000000000" \
        Creator="a program">
        """

    /// A document of images.
    static func document(_ images: String...) -> String { start + images.joined() + "</OME>" }

    /// An image of 7 × 5 pixels.
    static func image(
        _ order: String = "XYCZT", c: String = "1", z: String = "1", t: String = "1", type: String = "uint16",
        _ attributes: String = "", _ inside: String = ""
    ) -> String {
        """
        <Image ID="Image:0"><Pixels ID="Pixels:0" DimensionOrder="\(order)" Type="\(type)" SizeX="7" SizeY="5" \
        SizeC="\(c)" SizeZ="\(z)" SizeT="\(t)" \(attributes)>\(inside)</Pixels></Image>
        """
    }

    /// A slide of three stains in the form of QuPath, whose image has a directory for each plane.
    static let fluorescence = """
        <?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06" Creator="OME Bio-Formats 6.10.1" \
        UUID="urn:uuid:0f0f0f0f-1111-2222-3333-444444444444">
          <Image ID="Image:0" Name="LuCa &amp; Co">
            <Description/>
            <Pixels BigEndian="false" DimensionOrder="XYCZT" ID="Pixels:0" Interleaved="false" \
        PhysicalSizeX="0.4988" PhysicalSizeXUnit="µm" PhysicalSizeY="498.8" PhysicalSizeYUnit="nm" \
        SignificantBits="12" SizeC="3" SizeT="1" SizeX="24960" SizeY="34560" SizeZ="1" Type="uint16">
              <Channel Color="65535" ID="Channel:0:0" Name="DAPI" SamplesPerPixel="1" EmissionWavelength="461">\
        <LightPath/></Channel>
              <Channel Color="16711935" ID="Channel:0:1" Name="FITC" SamplesPerPixel="1" EmissionWavelength="0.519" \
        EmissionWavelengthUnit="&#181;m"/>
              <Channel Color="-16776961" ID="Channel:0:2" Fluor="Cy5" SamplesPerPixel="1"/>
              <TiffData FirstC="0" FirstT="0" FirstZ="0" IFD="0" PlaneCount="1"><UUID \
        FileName="LuCa.ome.tif">urn:uuid:0f0f0f0f-1111-2222-3333-444444444444</UUID></TiffData>
              <TiffData FirstC="1" FirstT="0" FirstZ="0" IFD="1" PlaneCount="1"><UUID \
        FileName="LuCa.ome.tif">urn:uuid:0f0f0f0f-1111-2222-3333-444444444444</UUID></TiffData>
              <TiffData FirstC="2" FirstT="0" FirstZ="0" IFD="2" PlaneCount="1"><UUID \
        FileName="LuCa.ome.tif">urn:uuid:0f0f0f0f-1111-2222-3333-444444444444</UUID></TiffData>
              <Plane TheC="0" TheT="0" TheZ="0" ExposureTime="10"/>
            </Pixels>
          </Image>
        </OME>
        """

    /// A bright-field slide and its label in the form of raw2ometiff.
    static let brightField = document(
        """
        <Image ID="Image:0" Name="slide"><Pixels BigEndian="true" DimensionOrder="XYCZT" ID="Pixels:0" \
        Interleaved="true" PhysicalSizeX="0.5" PhysicalSizeY="0.5" SignificantBits="8" SizeC="3" SizeT="1" \
        SizeX="2220" SizeY="2967" SizeZ="1" Type="uint8"><Channel ID="Channel:0:0" SamplesPerPixel="3" Name="H&amp;E"/>\
        <TiffData FirstC="0" FirstT="0" FirstZ="0" IFD="0" PlaneCount="1"/></Pixels></Image>
        """,
        """
        <Image ID="Image:1" Name="label"><Pixels DimensionOrder="XYCZT" ID="Pixels:1" SizeC="3" SizeT="1" SizeX="387" \
        SizeY="463" SizeZ="1" Type="uint8"><Channel ID="Channel:1:0" SamplesPerPixel="3"/>\
        <TiffData IFD="1" PlaneCount="1"/></Pixels></Image>
        """)

    /// A stack in the form of tifffile.
    static let stack = document(
        """
        <Image ID="Image:0" Name="Image0"><Pixels ID="Pixels:0" DimensionOrder="XYCZT" Type="float" SizeX="301" \
        SizeY="219" SizeC="3" SizeZ="5" SizeT="2" PhysicalSizeX="0.1" PhysicalSizeY="0.2" PhysicalSizeZ="1.5">\
        <Channel ID="Channel:0:0" SamplesPerPixel="1" Name="a"><LightPath/></Channel>\
        <Channel ID="Channel:0:1" SamplesPerPixel="1" Name="b"/><Channel ID="Channel:0:2" SamplesPerPixel="1"/>\
        <TiffData IFD="0" PlaneCount="30"/></Pixels></Image>
        """)
}
